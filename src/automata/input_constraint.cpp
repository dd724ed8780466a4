#include "automata/input_constraint.h"

#include "program/c_constants.h"
#include "program/c_expr.h"
#include "program/scalar.h"

#include <cmath>

namespace tandem::automata {

bool is_named(const Expr& place) {
  switch (place.kind()) {
  case ExprKind::Variable: return !place.variable().source_name.empty();
  case ExprKind::Field: return is_named(place.operand(0));
  case ExprKind::Index: return is_named(place.operand(0)) && place.operand(1).kind() == ExprKind::Integer;
  default: return false;
  }
}

std::optional<std::string> constraint_text(Context& context, const Expr& place, UInt128 bits) {
  if (!place.type().is_arithmetic()) return std::nullopt;
  const std::string name = c_text(place, ExprStyle::Readable);
  const Expr& value = scalar_constant(context, place.type(), bits);
  if (place.type().is_integer()) return name + " == " + c_plain_integer(value).text;
  if (std::isnan(value.float_value())) return name + " != " + name;
  if (std::isinf(value.float_value())) return std::nullopt;
  return name + " == " + c_float(value).text;
}

} // namespace tandem::automata
