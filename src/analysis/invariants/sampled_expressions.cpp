// State that outlives a call is usually kept in a record, and callees get a pointer to it: all members are taken, also
// those that this function does not mention. Arrays and unions are left out.

#include "analysis/invariants/sampled_expressions.h"

#include <algorithm>
#include <map>

namespace tandem::analysis::invariants {

namespace {

constexpr std::size_t most_members = 8, most_lvalues = 24;

void add_members(Context& context, const Expr& lvalue, std::size_t most, std::vector<const Expr*>& result) {
  const Type& type = lvalue.type();
  if (result.size() >= most) return;
  if (type.is_integer() && !type.is_bool()) result.push_back(&lvalue);
  if (!type.is_record() || type.is_union() || !type.is_complete()) return;
  for (std::uint32_t i = 0; i < type.fields().size(); ++i)
    if (!type.fields()[i].is_bit_field()) add_members(context, context.field(lvalue, i), most, result);
}

bool asks_for_access(const Expr& expr) {
  const bool is_access = expr.kind() == ExprKind::Query &&
                         (expr.query() == MemoryQuery::IsReadable || expr.query() == MemoryQuery::IsWritable);
  return is_access || std::ranges::any_of(expr.operands(), [](const Expr* each) { return asks_for_access(*each); });
}

bool is_moved(const Expr& value) {
  if (value.kind() == ExprKind::Cast) return is_moved(value.operand(0));
  return value.kind() == ExprKind::Binary && value.binary_op() == BinaryOp::PtrAdd;
}

void add_moved_pointers(Context& context, const Function& function, std::vector<const Expr*>& result) {
  constexpr std::size_t most_pointers = 4;
  std::map<std::uint32_t, const Variable*> moved;
  bool are_checked = false;
  for (const Edge* edge : function.edges()) {
    const Operation& op = edge->op;
    are_checked = are_checked || (op.kind == OpKind::Assume && asks_for_access(*op.value));
    if (op.kind != OpKind::Assign || op.lvalue->kind() != ExprKind::Variable || !is_moved(*op.value)) continue;
    const Variable& variable = op.lvalue->variable();
    if (!variable.address_taken && variable.kind != VariableKind::Temporary) moved[variable.id] = &variable;
  }
  if (!are_checked || moved.size() > most_pointers) return;
  for (const auto& [id, variable] : moved)
    for (const MemoryQuery query : {MemoryQuery::ObjectOffset, MemoryQuery::ObjectSize})
      result.push_back(&context.query(query, {&context.variable(*variable)}));
}

} // namespace

std::vector<const Expr*> sampled_expressions(const Program& program, const Function& function) {
  std::map<std::uint32_t, const Variable*> mentioned;
  const auto mention = [&](const Expr* expr) {
    if (expr != nullptr)
      for_each_variable(*expr, [&](const Variable& variable) { mentioned[variable.id] = &variable; });
  };
  for (const Edge* edge : function.edges()) {
    mention(edge->op.value);
    mention(edge->op.lvalue);
    for (const Expr* argument : edge->op.arguments) mention(argument);
  }
  Context& context = program.context();
  std::vector<const Expr*> result;
  for (const auto& [id, variable] : mentioned) {
    const std::size_t most = std::min(result.size() + most_members, most_lvalues);
    const Expr& name = context.variable(*variable);
    const bool is_in_memory = variable->address_taken || !variable->type->is_scalar();
    if (is_in_memory)
      add_members(context, name, most, result);
    else if (variable->type->is_pointer() && variable->type->element().is_record())
      add_members(context, context.deref(name), most, result);
  }
  add_moved_pointers(context, function, result);
  return result;
}

const Expr* pointer_of_offset(const Expr& expr) {
  const bool is_offset = expr.kind() == ExprKind::Query && expr.query() == MemoryQuery::ObjectOffset;
  return is_offset ? &expr.operand(0) : nullptr;
}

} // namespace tandem::analysis::invariants
