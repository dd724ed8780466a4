// Operations are evaluated with the host's float and double arithmetic on the corners of the operands' box. NaN is
// excluded beforehand by cases (inf - inf, 0 * inf, division by an interval with zero). The sign of zero is tracked for
// constants only.

#include "analysis/value/abstract_float.h"

#include "base/core/require.h"
#include "semantics/core/float_bits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::analysis::value {

using semantics::FloatCompare;
using semantics::FloatOp;
using semantics::Signedness;

namespace {

bool is_followed(FloatKind kind) { return kind != FloatKind::LongDouble; }
std::uint32_t width_of(FloatKind kind) { return kind == FloatKind::Float ? 32 : 64; }

std::int64_t key(FloatKind kind, double value) {
  const auto bits = static_cast<std::uint64_t>(semantics::float_to_bits(kind, value));
  return *float_key(width_of(kind), bits);
}

// The number of a key; double represents the numbers of both formats.
double number(FloatKind kind, std::int64_t key) {
  const std::uint32_t width = width_of(kind);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  const std::uint64_t bits = key >= 0 ? static_cast<std::uint64_t>(key) : (~static_cast<std::uint64_t>(key)) | sign;
  return static_cast<double>(semantics::float_from_bits(kind, bits));
}

struct Bounds {
  double low, high;
  bool has_zero() const { return low <= 0 && high >= 0; }
  bool has_infinity() const { return std::isinf(low) || std::isinf(high); }
  bool is_single() const { return low == high && std::signbit(low) == std::signbit(high); }
};

std::optional<Bounds> bounds(FloatKind kind, const AbstractValue& a) {
  if (!is_followed(kind)) return std::nullopt;
  const AbstractValue value = as_float(width_of(kind), a);
  if (!value.is_float()) return std::nullopt;
  return Bounds{number(kind, value.float_low()), number(kind, value.float_high())};
}

AbstractValue exactly(FloatKind kind, double low, double high) {
  return AbstractValue::floats(key(kind, low), key(kind, high));
}

// A bound of zero includes both zeros: the sign of zero is tracked for constants only.
AbstractValue between(FloatKind kind, double low, double high) {
  if (std::isnan(low) || std::isnan(high)) return {};
  return exactly(kind, low == 0 ? -0.0 : low, high == 0 ? 0.0 : high);
}

template <class Number> double operate(FloatOp op, Number a, Number b) {
  switch (op) {
  case FloatOp::Add: return a + b;
  case FloatOp::Sub: return a - b;
  case FloatOp::Mul: return a * b;
  case FloatOp::Div: return a / b;
  }
  unreachable();
}

double operate(FloatOp op, FloatKind kind, double a, double b) {
  if (kind == FloatKind::Float) return operate<float>(op, static_cast<float>(a), static_cast<float>(b));
  return operate<double>(op, a, b);
}

bool may_be_nan(FloatOp op, const Bounds& a, const Bounds& b) {
  const auto has = [](const Bounds& x, double infinity) { return x.low == infinity || x.high == infinity; };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (op) {
  case FloatOp::Add: return (has(a, infinity) && has(b, -infinity)) || (has(a, -infinity) && has(b, infinity));
  case FloatOp::Sub: return (has(a, infinity) && has(b, infinity)) || (has(a, -infinity) && has(b, -infinity));
  case FloatOp::Mul: return (a.has_zero() && b.has_infinity()) || (b.has_zero() && a.has_infinity());
  case FloatOp::Div: return b.has_zero() || (a.has_infinity() && b.has_infinity());
  }
  unreachable();
}

AbstractValue truth(bool always, bool never) {
  if (!always && !never) return {};
  return AbstractValue::constant(1, always ? 1 : 0);
}

} // namespace

AbstractValue float_constant(FloatKind kind, long double value) {
  if (!is_followed(kind)) return {};
  return as_float(width_of(kind), AbstractValue::constant(width_of(kind), semantics::float_to_bits(kind, value)));
}

AbstractValue float_binary(FloatOp op, FloatKind kind, const AbstractValue& a, const AbstractValue& b) {
  const auto x = bounds(kind, a), y = bounds(kind, b);
  if (!x || !y) return {};
  if (x->is_single() && y->is_single()) {
    const double result = operate(op, kind, x->low, y->low);
    return std::isnan(result) ? AbstractValue() : exactly(kind, result, result);
  }
  if (may_be_nan(op, *x, *y)) return {};
  const double corners[] = {operate(op, kind, x->low, y->low), operate(op, kind, x->low, y->high),
                            operate(op, kind, x->high, y->low), operate(op, kind, x->high, y->high)};
  if (std::ranges::any_of(corners, [](double corner) { return std::isnan(corner); })) return {};
  return between(kind, *std::ranges::min_element(corners), *std::ranges::max_element(corners));
}

AbstractValue float_compare(FloatCompare op, FloatKind kind, const AbstractValue& a, const AbstractValue& b) {
  const auto x = bounds(kind, a), y = bounds(kind, b);
  if (!x || !y) return {};
  switch (op) {
  case FloatCompare::Eq:
    return truth(x->low == x->high && y->low == y->high && x->low == y->low, x->high < y->low || y->high < x->low);
  case FloatCompare::Lt: return truth(x->high < y->low, x->low >= y->high);
  case FloatCompare::Le: return truth(x->high <= y->low, x->low > y->high);
  }
  unreachable();
}

AbstractValue float_negate(FloatKind kind, const AbstractValue& a) {
  const auto x = bounds(kind, a);
  return x ? exactly(kind, -x->high, -x->low) : AbstractValue();
}

AbstractValue float_convert(FloatKind from, FloatKind to, const AbstractValue& a) {
  const auto x = bounds(from, a);
  return x && is_followed(to) ? exactly(to, x->low, x->high) : AbstractValue();
}

AbstractValue float_from_integer(FloatKind kind, Signedness sign, std::uint32_t width, const AbstractValue& a) {
  if (!is_followed(kind) || width > 64) return {};
  const auto rounded = [&](auto low, auto high) {
    if (kind == FloatKind::Float) return exactly(kind, static_cast<float>(low), static_cast<float>(high));
    return exactly(kind, static_cast<double>(low), static_cast<double>(high));
  };
  if (sign == Signedness::Signed) return rounded(a.signed_low(width), a.signed_high(width));
  return rounded(a.unsigned_low(width), a.unsigned_high(width));
}

AbstractValue integer_from_float(std::uint32_t width, Signedness sign, FloatKind kind, const AbstractValue& a) {
  const auto x = bounds(kind, a);
  if (!x || width > 64) return {};
  const double low = std::trunc(x->low), high = std::trunc(x->high);
  const bool is_signed = sign == Signedness::Signed;
  const double least = is_signed ? -std::ldexp(1.0, static_cast<int>(width) - 1) : 0.0;
  const double beyond = std::ldexp(1.0, static_cast<int>(width) - (is_signed ? 1 : 0));
  if (!(low >= least) || !(high < beyond)) return {};
  return AbstractValue::range(width, static_cast<Int128>(low), static_cast<Int128>(high));
}

long double float_low(FloatKind kind, const AbstractValue& a) { return number(kind, a.float_low()); }
long double float_high(FloatKind kind, const AbstractValue& a) { return number(kind, a.float_high()); }

std::optional<AbstractValue> float_related(FloatRelation relation, FloatKind kind, const AbstractValue& y) {
  if (!is_followed(kind)) return AbstractValue();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Bounds limit = bounds(kind, y).value_or(Bounds{-infinity, infinity});
  const std::int64_t least = key(kind, -infinity), greatest = key(kind, infinity);
  const std::int64_t low = key(kind, limit.low == 0 ? -0.0 : limit.low);
  const std::int64_t high = key(kind, limit.high == 0 ? 0.0 : limit.high);
  const auto range = [](std::int64_t from, std::int64_t to) {
    return from <= to ? std::optional(AbstractValue::floats(from, to)) : std::nullopt;
  };
  switch (relation) {
  case FloatRelation::Equal: return range(low, high);
  case FloatRelation::Less: return range(least, limit.high == 0 ? key(kind, -0.0) - 1 : high - 1);
  case FloatRelation::LessOrEqual: return range(least, high);
  case FloatRelation::Greater: return range(limit.low == 0 ? key(kind, 0.0) + 1 : low + 1, greatest);
  case FloatRelation::GreaterOrEqual: return range(low, greatest);
  }
  unreachable();
}

} // namespace tandem::analysis::value
