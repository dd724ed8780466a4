// Interval arithmetic on the mathematical bounds in 128 bits, in the signed and in the unsigned reading;
// AbstractValue::range() then wraps the result to the width, and the meet of both readings is returned. Monotone
// operations only need the corners of the operands' box.

#include "analysis/value/abstract_arithmetic.h"

#include "base/core/require.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace tandem::analysis::value {

using semantics::BvCompare;
using semantics::BvOp;

namespace {

// The operand's bounds in the signed and in the unsigned reading.
struct Bounds {
  Int128 low, high;
};
Bounds with_sign(std::uint32_t width, const AbstractValue& a) { return {a.signed_low(width), a.signed_high(width)}; }
Bounds without_sign(std::uint32_t width, const AbstractValue& a) {
  return {a.unsigned_low(width), a.unsigned_high(width)};
}

// The meet of two values that both contain the result.
AbstractValue both(std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  const auto result = meet(width, a, b);
  require(result.has_value(), "two readings of one value should have it in common");
  return *result;
}

template <class Corner> AbstractValue corners(std::uint32_t width, Bounds a, Bounds b, Corner corner) {
  const Int128 values[] = {corner(a.low, b.low), corner(a.low, b.high), corner(a.high, b.low), corner(a.high, b.high)};
  return AbstractValue::range(width, *std::min_element(values, values + 4), *std::max_element(values, values + 4));
}

AbstractValue add(std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  const auto sum = [&](Bounds x, Bounds y) { return AbstractValue::range(width, x.low + y.low, x.high + y.high); };
  return both(width, sum(with_sign(width, a), with_sign(width, b)),
              sum(without_sign(width, a), without_sign(width, b)));
}

AbstractValue subtract(std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  const auto rest = [&](Bounds x, Bounds y) { return AbstractValue::range(width, x.low - y.high, x.high - y.low); };
  return both(width, rest(with_sign(width, a), with_sign(width, b)),
              rest(without_sign(width, a), without_sign(width, b)));
}

AbstractValue multiply(std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  const auto times = [](Int128 x, Int128 y) { return x * y; };
  const AbstractValue with = corners(width, with_sign(width, a), with_sign(width, b), times);
  const Bounds x = without_sign(width, a), y = without_sign(width, b);
  constexpr Int128 safe = Int128{1} << 63;
  if (x.high >= safe || y.high >= safe) return with;
  return both(width, with, corners(width, x, y, times));
}

AbstractValue divide(std::uint32_t width, Bounds a, Bounds b) {
  if (b.low <= 0 && b.high >= 0) return {};
  return corners(width, a, b, [](Int128 x, Int128 y) { return x / y; });
}

AbstractValue unsigned_remainder(std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  if (b.unsigned_low(width) == 0) return {};
  if (a.unsigned_high(width) < b.unsigned_low(width)) return a;
  if (a.is_constant() && b.is_constant()) return AbstractValue::constant(width, a.bits() % b.bits());
  return AbstractValue::unsigned_range(width, 0, std::min(a.unsigned_high(width), b.unsigned_high(width) - 1));
}

// The sign is the dividend's, the magnitude less than the divisor's and at most the dividend's.
AbstractValue signed_remainder(std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  const Bounds x = with_sign(width, a), y = with_sign(width, b);
  if (y.low <= 0 && y.high >= 0) return {};
  if (x.low == x.high && y.low == y.high) return AbstractValue::range(width, x.low % y.low, x.low % y.low);
  const Int128 most = std::max(y.low < 0 ? -y.low : y.low, y.high < 0 ? -y.high : y.high) - 1;
  const Int128 least_divisor = std::min(y.low < 0 ? -y.low : y.low, y.high < 0 ? -y.high : y.high);
  if (x.low > -least_divisor && x.high < least_divisor) return a;
  return AbstractValue::range(width, std::max(std::min(x.low, Int128{0}), -most),
                              std::min(std::max(x.high, Int128{0}), most));
}

// Amounts are smaller than the width.
AbstractValue shift_left(std::uint32_t width, const AbstractValue& a, const AbstractValue& amount) {
  if (!amount.is_constant()) {
    if (!a.is_constant() || a.bits() != 0) return {};
    return a;
  }
  const auto shifted = [&](Bounds x) {
    const Int128 factor = Int128{1} << amount.bits();
    return AbstractValue::range(width, x.low * factor, x.high * factor);
  };
  const AbstractValue with = shifted(with_sign(width, a));
  constexpr std::uint64_t safe = std::uint64_t{1} << 62;
  return a.unsigned_high(width) < safe ? both(width, with, shifted(without_sign(width, a))) : with;
}

AbstractValue shift_right(std::uint32_t width, Bounds a, const AbstractValue& amount) {
  const Int128 last = width - 1;
  const Bounds by{std::min<Int128>(amount.unsigned_low(width), last),
                  std::min<Int128>(amount.unsigned_high(width), last)};
  return corners(width, a, by, [](Int128 x, Int128 y) { return x >> static_cast<int>(y); });
}

std::uint64_t ones_for(std::uint64_t value) {
  const auto bits = static_cast<unsigned>(std::bit_width(value));
  return bits >= 64 ? std::numeric_limits<std::uint64_t>::max() : (std::uint64_t{1} << bits) - 1;
}

AbstractValue bitwise(BvOp op, std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  const std::uint64_t x = a.unsigned_high(width), y = b.unsigned_high(width);
  if (a.is_constant() && b.is_constant())
    return AbstractValue::constant(width, op == BvOp::And ? (x & y) : op == BvOp::Or ? (x | y) : (x ^ y));
  if (op == BvOp::And) return AbstractValue::unsigned_range(width, 0, std::min(x, y));
  const std::uint64_t most = ones_for(std::max(x, y));
  const std::uint64_t least = op == BvOp::Or ? std::max(a.unsigned_low(width), b.unsigned_low(width)) : 0;
  return AbstractValue::unsigned_range(width, least, most);
}

std::optional<AbstractValue> address_arithmetic(BvOp op, std::uint32_t width, const AbstractValue& a,
                                                const AbstractValue& b) {
  if (op != BvOp::Add && op != BvOp::Sub) return std::nullopt;
  if (a.is_address() && b.is_address()) {
    if (op == BvOp::Add || a.object() != b.object()) return std::nullopt;
    return AbstractValue::range(width, Int128{a.offset_low()} - b.offset_high(),
                                Int128{a.offset_high()} - b.offset_low());
  }
  if (b.is_address() && op == BvOp::Sub) return std::nullopt;
  const AbstractValue& base = a.is_address() ? a : b;
  const AbstractValue& step = a.is_address() ? b : a;
  if (!step.is_range()) return std::nullopt;
  const Bounds by = with_sign(width, step);
  const Int128 low = base.offset_low() + (op == BvOp::Add ? by.low : -by.high);
  const Int128 high = base.offset_high() + (op == BvOp::Add ? by.high : -by.low);
  constexpr Int128 limit = Int128{1} << 62;
  if (low < -limit || high > limit) return std::nullopt;
  return AbstractValue::address(base.object(), static_cast<std::int64_t>(low), static_cast<std::int64_t>(high));
}

AbstractValue truth(std::optional<bool> known) {
  return known ? AbstractValue::constant(1, *known ? 1 : 0) : AbstractValue();
}

std::optional<bool> less(Bounds a, Bounds b) {
  if (a.high < b.low) return true;
  if (a.low >= b.high) return false;
  return std::nullopt;
}

std::optional<bool> less_or_equal(Bounds a, Bounds b) {
  if (a.high <= b.low) return true;
  if (a.low > b.high) return false;
  return std::nullopt;
}

std::optional<bool> equal(std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  if (a.is_constant() && b.is_constant()) return a.bits() == b.bits();
  if (!meet(width, a, b)) return false;
  return std::nullopt;
}

std::optional<bool> compare_in_object(BvCompare op, const AbstractValue& a, const AbstractValue& b) {
  const Bounds x{a.offset_low(), a.offset_high()}, y{b.offset_low(), b.offset_high()};
  if (op == BvCompare::Eq) {
    if (a.is_single() && b.is_single()) return x.low == y.low;
    if (x.high < y.low || y.high < x.low) return false;
    return std::nullopt;
  }
  if (x.low < 0 || y.low < 0 || op == BvCompare::SLt || op == BvCompare::SLe) return std::nullopt;
  return op == BvCompare::ULt ? less(x, y) : less_or_equal(x, y);
}

} // namespace

AbstractValue apply(BvOp op, std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  if (width > 64) return {};
  if (a.is_address() || b.is_address()) return address_arithmetic(op, width, a, b).value_or(AbstractValue());
  switch (op) {
  case BvOp::Add: return add(width, a, b);
  case BvOp::Sub: return subtract(width, a, b);
  case BvOp::Mul: return multiply(width, a, b);
  case BvOp::UDiv: return divide(width, without_sign(width, a), without_sign(width, b));
  case BvOp::SDiv: return divide(width, with_sign(width, a), with_sign(width, b));
  case BvOp::URem: return unsigned_remainder(width, a, b);
  case BvOp::SRem: return signed_remainder(width, a, b);
  case BvOp::Shl: return shift_left(width, a, b);
  case BvOp::LShr: return shift_right(width, without_sign(width, a), b);
  case BvOp::AShr: return shift_right(width, with_sign(width, a), b);
  case BvOp::And:
  case BvOp::Or:
  case BvOp::Xor: return bitwise(op, width, a, b);
  }
  unreachable();
}

AbstractValue compare(BvCompare op, std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  if (width > 64) return {};
  if (a.is_address() && b.is_address() && a.object() == b.object()) return truth(compare_in_object(op, a, b));
  if (a.is_address() || b.is_address()) return {};
  switch (op) {
  case BvCompare::Eq: return truth(equal(width, a, b));
  case BvCompare::ULt: return truth(less(without_sign(width, a), without_sign(width, b)));
  case BvCompare::ULe: return truth(less_or_equal(without_sign(width, a), without_sign(width, b)));
  case BvCompare::SLt: return truth(less(with_sign(width, a), with_sign(width, b)));
  case BvCompare::SLe: return truth(less_or_equal(with_sign(width, a), with_sign(width, b)));
  }
  unreachable();
}

AbstractValue bit_not(std::uint32_t width, const AbstractValue& a) {
  if (width > 64) return {};
  const Bounds x = with_sign(width, a);
  return AbstractValue::range(width, -1 - x.high, -1 - x.low);
}

AbstractValue negate(std::uint32_t width, const AbstractValue& a) {
  if (width > 64) return {};
  const Bounds x = with_sign(width, a), y = without_sign(width, a);
  return both(width, AbstractValue::range(width, -x.high, -x.low), AbstractValue::range(width, -y.high, -y.low));
}

AbstractValue zero_extend(std::uint32_t from, std::uint32_t to, const AbstractValue& a) {
  if (to > 64) return {};
  return AbstractValue::unsigned_range(to, a.unsigned_low(from), a.unsigned_high(from));
}

AbstractValue sign_extend(std::uint32_t from, std::uint32_t to, const AbstractValue& a) {
  if (to > 64) return {};
  return AbstractValue::signed_range(to, a.signed_low(from), a.signed_high(from));
}

AbstractValue extract(std::uint32_t from, std::uint32_t low, std::uint32_t count, const AbstractValue& a) {
  if (from > 64 || count > 64) return {};
  if (low == 0 && count == from) return a;
  const Bounds x = without_sign(from, a), y = with_sign(from, a);
  return both(count, AbstractValue::range(count, x.low >> low, x.high >> low),
              AbstractValue::range(count, y.low >> low, y.high >> low));
}

AbstractValue concat(std::uint32_t high_width, const AbstractValue& high, std::uint32_t low_width,
                     const AbstractValue& low) {
  if (high_width + low_width > 64) return {};
  const Bounds x = without_sign(high_width, high), y = without_sign(low_width, low);
  const Int128 factor = Int128{1} << low_width;
  return AbstractValue::range(high_width + low_width, x.low * factor + y.low, x.high * factor + y.high);
}

} // namespace tandem::analysis::value
