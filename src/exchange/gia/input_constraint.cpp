// NaN, which equals nothing, is written as x != x.

#include "exchange/gia/input_constraint.h"

#include "exchange/gia/gia_conditions.h"
#include "program/cexpr/c_constants.h"
#include "program/cexpr/c_expr.h"
#include "program/cexpr/scalar.h"

#include <cmath>

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

std::string input_assumption(const Program& program, const Edge& edge, const Type& type, UInt128 bits) {
  const Expr* lvalue = edge.op.lvalue;
  if (lvalue == nullptr || &lvalue->type() != &type || !is_named(*lvalue)) return "";
  const auto text = constraint_text(program.context(), *lvalue, bits);
  return text && is_condition_after(program, edge, *text) ? *text : "";
}

} // namespace tandem::exchange
