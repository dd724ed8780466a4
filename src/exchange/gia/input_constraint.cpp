// NaN, which equals nothing, is written as x != x. How often an edge asks is seen from how often it is taken: in a
// loop, or in a function that is called twice, one edge gets several inputs, one at a time.

#include "exchange/gia/input_constraint.h"

#include "exchange/gia/gia_conditions.h"
#include "program/cexpr/c_constants.h"
#include "program/cexpr/c_expr.h"
#include "program/cexpr/scalar.h"

#include <cmath>
#include <map>

namespace tandem::exchange {

bool is_named(const Expr& lvalue) {
  switch (lvalue.kind()) {
  case ExprKind::Variable: return !lvalue.variable().source_name.empty();
  case ExprKind::Field: return is_named(lvalue.operand(0));
  case ExprKind::Index: return is_named(lvalue.operand(0)) && lvalue.operand(1).kind() == ExprKind::Integer;
  default: return false;
  }
}

std::optional<std::string> constraint_text(Context& context, const Expr& lvalue, UInt128 bits) {
  if (!lvalue.type().is_arithmetic()) return std::nullopt;
  const std::string name = cexpr::c_text(lvalue, cexpr::ExprStyle::Readable);
  const Expr& value = cexpr::scalar_constant(context, lvalue.type(), bits);
  if (lvalue.type().is_integer()) return name + " == " + cexpr::c_plain_integer(value).text;
  if (std::isnan(value.float_value())) return name + " != " + name;
  if (std::isinf(value.float_value())) return std::nullopt;
  return name + " == " + cexpr::c_float(value).text;
}

namespace {

std::string input_assumption(const Program& program, const EdgeInput& input) {
  const Expr* lvalue = input.edge->op.lvalue;
  if (lvalue == nullptr || &lvalue->type() != input.type || !is_named(*lvalue)) return "";
  const auto text = constraint_text(program.context(), *lvalue, input.bits);
  return text && is_condition_after(program, *input.edge, *text) ? *text : "";
}

// How many inputs an edge asks for whenever it is taken; 0 if that differs. The last edge of a path may have ended it
// before it got any.
std::size_t inputs_each_time(std::size_t times, std::size_t inputs, bool is_last) {
  if (times != 0 && inputs % times == 0) return inputs / times;
  return is_last && inputs + 1 == times ? 1 : 0;
}

} // namespace

std::vector<std::string> input_assumptions(const Program& program, std::span<const Edge* const> path,
                                           std::span<const EdgeInput> inputs) {
  struct Asked {
    std::vector<const EdgeInput*> inputs;
    std::size_t times = 0, each_time = 0, used = 0;
  };
  std::map<const Edge*, Asked> asked;
  for (const EdgeInput& input : inputs) asked[input.edge].inputs.push_back(&input);
  for (const Edge* edge : path)
    if (const auto found = asked.find(edge); found != asked.end()) ++found->second.times;
  for (auto& [edge, at] : asked)
    at.each_time = inputs_each_time(at.times, at.inputs.size(), !path.empty() && path.back() == edge);
  std::vector<std::string> result(path.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto found = asked.find(path[i]);
    if (found == asked.end()) continue;
    Asked& at = found->second;
    at.used += at.each_time;
    if (at.each_time > 0 && at.used <= at.inputs.size()) result[i] = input_assumption(program, *at.inputs[at.used - 1]);
  }
  return result;
}

} // namespace tandem::exchange
