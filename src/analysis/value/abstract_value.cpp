// Reduction splits the values by their sign bit: within each half, the signed and the unsigned interval are the same
// interval up to a shift, so intersecting them there and joining the halves gives the tightest pair (reduced()).

#include "analysis/value/abstract_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::analysis::value {

namespace {

constexpr std::uint32_t widest = 64;

Int128 power(std::uint32_t exponent) { return Int128{1} << exponent; }
Int128 least(std::uint32_t width) { return -power(width - 1); }
Int128 greatest(std::uint32_t width) { return power(width - 1) - 1; }
Int128 greatest_unsigned(std::uint32_t width) { return power(width) - 1; }

Int128 floor_modulo(Int128 value, Int128 modulus) {
  const Int128 rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdu;
}

} // namespace

std::optional<AbstractValue> reduced(std::uint32_t width, Int128 low, Int128 high, Int128 unsigned_low,
                                     Int128 unsigned_high) {
  // The values without and with the sign bit, both as unsigned numbers: in each half the readings are the same
  // interval.
  const Int128 size = power(width), half = power(width - 1);
  const Int128 first = std::max({Int128{0}, low, unsigned_low}), last = std::min({half - 1, high, unsigned_high});
  const Int128 first_negative = std::max({half, low + size, unsigned_low});
  const Int128 last_negative = std::min({size - 1, high + size, unsigned_high});
  const bool positive = first <= last, negative = first_negative <= last_negative;
  if (!positive && !negative) return std::nullopt;
  low = negative ? first_negative - size : first;
  high = positive ? last : last_negative - size;
  unsigned_low = positive ? first : first_negative;
  unsigned_high = negative ? last_negative : last;
  if (low == least(width) && high == greatest(width) && unsigned_low == 0 && unsigned_high == greatest_unsigned(width))
    return AbstractValue();
  return AbstractValue(AbstractValue::Kind::Range, 0, static_cast<std::int64_t>(low), static_cast<std::int64_t>(high),
                       static_cast<std::uint64_t>(unsigned_low), static_cast<std::uint64_t>(unsigned_high));
}

AbstractValue AbstractValue::constant(std::uint32_t width, UInt128 bits) {
  if (width > widest) return {};
  const Int128 value = static_cast<Int128>(bits & static_cast<UInt128>(greatest_unsigned(width)));
  return range(width, value, value);
}

AbstractValue AbstractValue::range(std::uint32_t width, Int128 low, Int128 high) {
  if (width > widest || high - low >= greatest_unsigned(width)) return {};
  const Int128 size = power(width), half = power(width - 1);
  const Int128 from = floor_modulo(low, size), to = from + (high - low);
  const Int128 signed_from = floor_modulo(low + half, size) - half, signed_to = signed_from + (high - low);
  const bool wraps = to >= size, signed_wraps = signed_to >= half;
  return *reduced(width, signed_wraps ? -half : signed_from, signed_wraps ? half - 1 : signed_to, wraps ? 0 : from,
                  wraps ? size - 1 : to);
}

AbstractValue AbstractValue::unsigned_range(std::uint32_t width, std::uint64_t low, std::uint64_t high) {
  return range(width, low, high);
}

AbstractValue AbstractValue::signed_range(std::uint32_t width, std::int64_t low, std::int64_t high) {
  return range(width, low, high);
}

AbstractValue AbstractValue::address(AbstractObjectId object, std::int64_t low, std::int64_t high) {
  return AbstractValue(Kind::Address, object, low, high, 0, 0);
}

AbstractValue AbstractValue::floats(std::int64_t low_key, std::int64_t high_key) {
  return AbstractValue(Kind::Float, 0, low_key, high_key, 0, 0);
}

std::optional<std::int64_t> float_key(std::uint32_t width, std::uint64_t bits) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  const std::uint64_t infinity = width == 32 ? 0x7f800000u : 0x7ff0000000000000u;
  const std::uint64_t size = bits & (sign - 1);
  if (size > infinity) return std::nullopt;
  return static_cast<std::int64_t>((bits & sign) != 0 ? ~size : size);
}

AbstractValue as_float(std::uint32_t width, const AbstractValue& value) {
  if (value.is_float()) return value;
  if (!value.is_constant() || (width != 32 && width != 64)) return {};
  const auto key = float_key(width, value.bits());
  return key ? AbstractValue::floats(*key, *key) : AbstractValue();
}

std::uint64_t AbstractValue::unsigned_low(std::uint32_t) const { return is_range() ? unsigned_low_ : 0; }

std::uint64_t AbstractValue::unsigned_high(std::uint32_t width) const {
  return is_range() ? unsigned_high_ : static_cast<std::uint64_t>(greatest_unsigned(width));
}

std::int64_t AbstractValue::signed_low(std::uint32_t width) const {
  return is_range() ? low_ : static_cast<std::int64_t>(least(width));
}

std::int64_t AbstractValue::signed_high(std::uint32_t width) const {
  return is_range() ? high_ : static_cast<std::int64_t>(greatest(width));
}

std::uint64_t AbstractValue::hash() const {
  std::uint64_t result = mix(static_cast<std::uint64_t>(kind_) + 1, object_);
  result = mix(mix(result, static_cast<std::uint64_t>(low_)), static_cast<std::uint64_t>(high_));
  return mix(mix(result, unsigned_low_), unsigned_high_);
}

std::string AbstractValue::text() const {
  switch (kind_) {
  case Kind::Any: return "any";
  case Kind::Range: return fmt::format("[{},{}]", low_, high_);
  case Kind::Address: return fmt::format("&{}+[{},{}]", object_, low_, high_);
  case Kind::Float: return fmt::format("float[{},{}]", low_, high_);
  }
  return {};
}

bool includes(std::uint32_t width, const AbstractValue& large, const AbstractValue& small) {
  if (large.is_any() || large == small) return true;
  if (large.is_float()) {
    const AbstractValue other = as_float(width, small);
    return other.is_float() && large.float_low() <= other.float_low() && other.float_high() <= large.float_high();
  }
  if (large.kind() != small.kind()) return false;
  if (large.is_address())
    return large.object() == small.object() && large.offset_low() <= small.offset_low() &&
           small.offset_high() <= large.offset_high();
  return large.signed_low(width) <= small.signed_low(width) && small.signed_high(width) <= large.signed_high(width) &&
         large.unsigned_low(width) <= small.unsigned_low(width) &&
         small.unsigned_high(width) <= large.unsigned_high(width);
}

AbstractValue join(std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  if (a == b) return a;
  if (a.is_float() || b.is_float()) {
    const AbstractValue x = as_float(width, a), y = as_float(width, b);
    if (!x.is_float() || !y.is_float()) return {};
    return AbstractValue::floats(std::min(x.float_low(), y.float_low()), std::max(x.float_high(), y.float_high()));
  }
  if (a.kind() != b.kind() || a.is_any()) return {};
  if (a.is_address()) {
    if (a.object() != b.object()) return {};
    return AbstractValue::address(a.object(), std::min(a.offset_low(), b.offset_low()),
                                  std::max(a.offset_high(), b.offset_high()));
  }
  return *reduced(
      width, std::min(a.signed_low(width), b.signed_low(width)), std::max(a.signed_high(width), b.signed_high(width)),
      std::min(a.unsigned_low(width), b.unsigned_low(width)), std::max(a.unsigned_high(width), b.unsigned_high(width)));
}

namespace {

// Bounds jump to zero, then to the infinities.
AbstractValue widen_floats(std::uint32_t width, const AbstractValue& older, const AbstractValue& both) {
  const std::int64_t infinity = *float_key(width, width == 32 ? 0x7f800000u : 0x7ff0000000000000u);
  constexpr std::int64_t minus_zero = -1, zero = 0;
  std::int64_t low = both.float_low(), high = both.float_high();
  if (low < older.float_low()) low = low >= minus_zero ? minus_zero : ~infinity;
  if (high > older.float_high()) high = high <= zero ? zero : infinity;
  return AbstractValue::floats(low, high);
}

} // namespace

AbstractValue widen(std::uint32_t width, const AbstractValue& older, const AbstractValue& newer,
                    const std::vector<std::int64_t>& thresholds) {
  const AbstractValue both = join(width, older, newer);
  if (both == older || both.is_any()) return both;
  if (both.is_address()) return {};
  if (both.is_float()) return widen_floats(width, as_float(width, older), both);
  const auto above = [&](Int128 value, Int128 end) {
    const auto next = std::lower_bound(thresholds.begin(), thresholds.end(), value,
                                       [](std::int64_t a, Int128 b) { return Int128{a} < b; });
    return next != thresholds.end() ? std::min(Int128{*next}, end) : end;
  };
  const auto below = [&](Int128 value, Int128 end) {
    auto next = std::upper_bound(thresholds.begin(), thresholds.end(), value,
                                 [](Int128 a, std::int64_t b) { return a < Int128{b}; });
    return next != thresholds.begin() ? std::max(Int128{*std::prev(next)}, end) : end;
  };
  const bool lower = both.signed_low(width) < older.signed_low(width);
  const bool higher = both.signed_high(width) > older.signed_high(width);
  const bool lower_unsigned = both.unsigned_low(width) < older.unsigned_low(width);
  const bool higher_unsigned = both.unsigned_high(width) > older.unsigned_high(width);
  return *reduced(width, lower ? below(both.signed_low(width), least(width)) : Int128{older.signed_low(width)},
                  higher ? above(both.signed_high(width), greatest(width)) : Int128{older.signed_high(width)},
                  lower_unsigned ? below(both.unsigned_low(width), 0) : Int128{older.unsigned_low(width)},
                  higher_unsigned ? above(both.unsigned_high(width), greatest_unsigned(width))
                                  : Int128{older.unsigned_high(width)});
}

std::optional<AbstractValue> meet(std::uint32_t width, const AbstractValue& a, const AbstractValue& b) {
  if (a.is_any() || a == b) return b;
  if (b.is_any()) return a;
  if (a.is_float() || b.is_float()) {
    const AbstractValue x = as_float(width, a), y = as_float(width, b);
    if (!x.is_float() || !y.is_float()) return x.is_float() ? a : b;
    const std::int64_t low = std::max(x.float_low(), y.float_low()), high = std::min(x.float_high(), y.float_high());
    return low <= high ? std::optional(AbstractValue::floats(low, high)) : std::nullopt;
  }
  if (!a.is_range() || !b.is_range()) return a.is_single() ? a : b;
  return reduced(
      width, std::max(a.signed_low(width), b.signed_low(width)), std::min(a.signed_high(width), b.signed_high(width)),
      std::max(a.unsigned_low(width), b.unsigned_low(width)), std::min(a.unsigned_high(width), b.unsigned_high(width)));
}

std::optional<AbstractValue> without(std::uint32_t width, const AbstractValue& from, const AbstractValue& single) {
  if (!single.is_constant() || from.is_address() || from.is_float() || width > widest) return from;
  const std::int64_t value = single.signed_low(width);
  Int128 low = from.signed_low(width), high = from.signed_high(width);
  Int128 unsigned_low = from.unsigned_low(width), unsigned_high = from.unsigned_high(width);
  if (value == low) ++low;
  if (value == high) --high;
  if (single.bits() == unsigned_low) ++unsigned_low;
  if (single.bits() == unsigned_high) --unsigned_high;
  return reduced(width, low, high, unsigned_low, unsigned_high);
}

} // namespace tandem::analysis::value
