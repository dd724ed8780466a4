// Floating-point operations on abstract values: intervals of numbers, never NaN. Rounding to nearest is monotone, so
// the bounds of a result are the operation on the bounds of its operands, in the format itself: no outward rounding is
// needed. A result that may be NaN is Any. Long doubles are not tracked.
//
// A bound is a key: the numbers of a format as integers in the same order, -0 just below +0.
#pragma once

#include "analysis/value/abstract_value.h"
#include "program/model/type.h"
#include "semantics/core/target.h"

namespace tandem::analysis::value {

AbstractValue float_constant(FloatKind kind, long double value);
AbstractValue float_binary(semantics::FloatOp op, FloatKind kind, const AbstractValue& a, const AbstractValue& b);
AbstractValue float_compare(semantics::FloatCompare op, FloatKind kind, const AbstractValue& a, const AbstractValue& b);
AbstractValue float_negate(FloatKind kind, const AbstractValue& a);
AbstractValue float_convert(FloatKind from, FloatKind to, const AbstractValue& a);
AbstractValue float_from_integer(FloatKind kind, semantics::Signedness sign, std::uint32_t width,
                                 const AbstractValue& a);
// Any if some number of the range does not fit the integer type.
AbstractValue integer_from_float(std::uint32_t width, semantics::Signedness sign, FloatKind kind,
                                 const AbstractValue& a);

// The bounds of a Float, exact.
long double float_low(FloatKind kind, const AbstractValue& a);
long double float_high(FloatKind kind, const AbstractValue& a);

// The x for which the comparison with some y in the range holds; nothing if there are none. A comparison that holds
// implies that neither operand is NaN.
enum class FloatRelation : std::uint8_t { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };
std::optional<AbstractValue> float_related(FloatRelation relation, FloatKind kind, const AbstractValue& y);

} // namespace tandem::analysis::value
