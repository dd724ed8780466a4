// One traversal of all expressions and types that the text will contain. A type is needed (complete) if a value of it
// is handled, and only mentioned if it occurs behind a pointer; records are collected after the records they contain.

#include "program/cwriter/c_usage.h"

#include "base/core/require.h"
#include "program/cwriter/c_blocks.h"

#include <algorithm>

namespace tandem::cwriter {

namespace {

// Marks an index; returns whether it was not marked before.
bool mark(std::vector<bool>& marks, std::uint32_t index) {
  if (index >= marks.size()) marks.resize(index + 1, false);
  if (marks[index]) return false;
  marks[index] = true;
  return true;
}

bool is_marked(const std::vector<bool>& marks, std::uint32_t index) { return index < marks.size() && marks[index]; }

} // namespace

Usage::Usage(const Program& program) {
  for (const Function* function : program.functions())
    if (function->has_body()) visit(*function);
  for (const Variable* global : program.globals())
    if (!global->is_extern) visit_initializers(*global);
  for (const Function* function : program.functions()) {
    if (!is_marked(used_functions_, function->id())) continue;
    mention(function->type());
    functions_.push_back(function);
  }
  for (const Variable* global : program.globals()) {
    if (global->is_extern && !is_marked(used_variables_, global->id)) continue;
    need(*global->type);
    globals_.push_back(global);
  }
  std::sort(mentioned_records_.begin(), mentioned_records_.end(),
            [](const Type* a, const Type* b) { return a->id() < b->id(); });
}

void Usage::visit(const Function& function) {
  mark(used_functions_, function.id());
  need_parts(function);
  for (const Variable* parameter : function.parameters()) need(*parameter->type);
  const BlockTypes blocks(function);
  for (const Edge* edge : function.edges()) {
    visit(edge->op);
    if (edge->op.kind != OpKind::Call) continue;
    if (const Type* type = blocks.of(edge->op)) need(*type); // its size is written
  }
}

void Usage::visit(const Operation& op) {
  visit(op.lvalue);
  visit(op.value);
  for (const Expr* argument : op.arguments) visit(argument);
  if (op.kind == OpKind::Call && op.value != nullptr && op.value->type().is_pointer()) {
    const Type& function = op.value->type().element();
    need(function.result());
    for (const Type* parameter : function.parameters()) need(*parameter);
  }
  if (op.callee == nullptr) return;
  mark(used_functions_, op.callee->id());
  need_parts(*op.callee);
}

// A function that is called or defined passes whole records.
void Usage::need_parts(const Function& function) {
  need(function.result());
  for (const Type* parameter : function.type().parameters()) need(*parameter);
}

void Usage::visit_initializers(const Variable& variable) {
  for (const Initializer& part : variable.initializers) {
    visit(part.lvalue);
    visit(part.value);
  }
}

void Usage::visit(const Expr* expr) {
  if (expr == nullptr || !mark(seen_exprs_, expr->id())) return;
  if (expr->kind() == ExprKind::Variable) mark(used_variables_, expr->variable().id);
  if (expr->kind() == ExprKind::FunctionAddress) mark(used_functions_, expr->function().id());
  if (expr->kind() == ExprKind::Query) queries_.insert(expr->query());
  need(expr->type());
  // Pointer arithmetic needs the size of the pointee.
  if (expr->kind() == ExprKind::Binary && expr->operand(0).type().is_pointer() && !is_logical(expr->binary_op()) &&
      !is_comparison(expr->binary_op()))
    need(expr->operand(0).type().element());
  for (const Expr* operand : expr->operands()) visit(operand);
}

// A type that the text spells out. Even behind a pointer, an array declarator requires a complete element type.
void Usage::mention(const Type& type) {
  if (!mark(mentioned_types_, type.id())) return;
  switch (type.kind()) {
  case TypeKind::Void:
  case TypeKind::Integer:
  case TypeKind::Float:
  case TypeKind::VaList: return;
  case TypeKind::Record: mentioned_records_.push_back(&type); return;
  case TypeKind::Pointer: return mention(type.element());
  case TypeKind::Array: return need(type.element());
  case TypeKind::Function:
    mention(type.result());
    for (const Type* parameter : type.parameters()) mention(*parameter);
    return;
  }
  unreachable();
}

// A type whose values or objects the text handles.
void Usage::need(const Type& type) {
  mention(type);
  if (!mark(needed_types_, type.id())) return;
  if (type.is_array()) return need(type.element());
  if (!type.is_record() || !type.is_complete()) return;
  for (const Field& field : type.fields()) need(*field.type);
  defined_records_.push_back(&type);
}

} // namespace tandem::cwriter
