// Lookups by name, through indices that the builder fills; and what all expressions are asked.

#include "program/model/program.h"

#include "base/core/input_error.h"
#include "program/model/expr.h"
#include "program/model/expressions.h"

#include <algorithm>

namespace tandem {

const Function* Program::find_function(std::string_view name) const {
  const auto found = function_index_.find(name);
  return found == function_index_.end() ? nullptr : found->second;
}

const Edge* Program::find_edge(std::string_view name) const {
  const auto found = edge_index_.find(name);
  return found == edge_index_.end() ? nullptr : found->second;
}

std::string Program::text(SourcePoint point) const {
  if (!point.is_known()) return "nowhere";
  return TextPosition{files_.at(point.file).path, point.line, point.column}.text();
}

bool asks_what_was_written(const Program& program) { return program.find_function(written_question) != nullptr; }

bool copies_character(const Expr& lvalue, const Expr& value) {
  const auto is_in_memory = [](const Expr& lvalue) {
    return lvalue.is_lvalue() && !(lvalue.kind() == ExprKind::Variable && !lvalue.variable().address_taken);
  };
  const auto is_character = [](const Type& type) { return type.is_integer() && type.width() == 8; };
  const Expr* from = &value;
  while (from->kind() == ExprKind::Cast && is_character(from->type())) from = &from->operand(0);
  return is_character(lvalue.type()) && is_character(from->type()) && is_in_memory(lvalue) && is_in_memory(*from);
}

bool may_copy_unwritten(const Program& program) {
  const auto is_aggregate = [](const Expr* expr) {
    return expr != nullptr && expr->type().is_aggregate() && !expr->is_constant();
  };
  const auto may_copy = [&](const Operation& op) {
    if (op.kind == OpKind::Assign) return is_aggregate(op.value) || copies_character(*op.lvalue, *op.value);
    if (op.kind != OpKind::Call) return is_aggregate(op.value);
    if (is_aggregate(op.lvalue) || std::ranges::any_of(op.arguments, is_aggregate)) return true;
    if (op.callee != nullptr && (op.callee->has_body() || op.callee->name() == "free" ||
                                 op.callee->name() == written_question || op.callee->name() == string_question))
      return false;
    return std::ranges::any_of(op.arguments, [](const Expr* argument) { return argument->type().is_pointer(); });
  };
  return std::ranges::any_of(program.edges(), [&](const Edge* edge) { return may_copy(edge->op); });
}

bool asks_about_memory(const Program& program) {
  bool result = asks_what_was_written(program) || program.find_function(string_question) != nullptr;
  for_each_expression(program, [&](const Expr& expr) { result = result || expr.kind() == ExprKind::Query; });
  return result;
}

} // namespace tandem
