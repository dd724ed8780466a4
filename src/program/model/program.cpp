// Lookups by name, through indices that the builder fills; and what all expressions are asked.

#include "program/model/program.h"

#include "base/core/input_error.h"
#include "program/model/expr.h"
#include "program/model/expressions.h"

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

bool asks_about_memory(const Program& program) {
  bool result = false;
  for_each_expression(program, [&](const Expr& expr) { result = result || expr.kind() == ExprKind::Query; });
  return result;
}

} // namespace tandem
