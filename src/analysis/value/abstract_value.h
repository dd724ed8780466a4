// Abstract values of bit-vectors: a range, the address of an object with a range of offsets, a range of floating-point
// numbers (abstract_float.h), or any value.
//
// A range is a reduced product of two intervals, of the signed and of the unsigned reading; each operation is computed
// in both readings and modulo 2^width, then the two are reduced against each other. So wrap-around in one reading costs
// nothing in the other. A single value is a range of one: explicit values and intervals are the same type. Values wider
// than 64 bits are not tracked. The width belongs to the operation, not to the value; a trivial range is Any.
#pragma once

#include "program/model/expr.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tandem::analysis::value {

using AbstractObjectId = std::uint32_t;

class AbstractValue {
public:
  enum class Kind : std::uint8_t { Any, Range, Address, Float };

  AbstractValue() = default; // Any
  static AbstractValue constant(std::uint32_t width, UInt128 bits);
  // All values congruent modulo 2^width to a number in [low, high].
  static AbstractValue range(std::uint32_t width, Int128 low, Int128 high);
  static AbstractValue unsigned_range(std::uint32_t width, std::uint64_t low, std::uint64_t high);
  static AbstractValue signed_range(std::uint32_t width, std::int64_t low, std::int64_t high);
  static AbstractValue address(AbstractObjectId object, std::int64_t low, std::int64_t high);
  // The bits of all floats, none of them NaN, whose float_key lies between these.
  static AbstractValue floats(std::int64_t low_key, std::int64_t high_key);

  Kind kind() const { return kind_; }
  bool is_any() const { return kind_ == Kind::Any; }
  bool is_range() const { return kind_ == Kind::Range; }
  bool is_address() const { return kind_ == Kind::Address; }
  bool is_float() const { return kind_ == Kind::Float; }
  // One value, one address, or one float.
  bool is_single() const { return kind_ != Kind::Any && low_ == high_; }
  bool is_constant() const { return kind_ == Kind::Range && low_ == high_; }
  std::uint64_t bits() const { return unsigned_low_; } // of a constant

  // As numbers of the width; Any has all of them. Addresses and floats: the same as Any.
  std::uint64_t unsigned_low(std::uint32_t width) const;
  std::uint64_t unsigned_high(std::uint32_t width) const;
  std::int64_t signed_low(std::uint32_t width) const;
  std::int64_t signed_high(std::uint32_t width) const;

  // Address.
  AbstractObjectId object() const { return object_; }
  std::int64_t offset_low() const { return low_; }
  std::int64_t offset_high() const { return high_; }

  // Float: keys.
  std::int64_t float_low() const { return low_; }
  std::int64_t float_high() const { return high_; }

  friend bool operator==(const AbstractValue&, const AbstractValue&) = default;
  std::uint64_t hash() const;
  std::string text() const; // for messages and tests: "[0,7]", "any"

private:
  AbstractValue(Kind kind, AbstractObjectId object, std::int64_t low, std::int64_t high, std::uint64_t unsigned_low,
                std::uint64_t unsigned_high)
      : kind_(kind), object_(object), low_(low), high_(high), unsigned_low_(unsigned_low),
        unsigned_high_(unsigned_high) {}
  friend std::optional<AbstractValue> reduced(std::uint32_t width, Int128 low, Int128 high, Int128 unsigned_low,
                                              Int128 unsigned_high);

  Kind kind_ = Kind::Any;
  AbstractObjectId object_ = 0;
  std::int64_t low_ = 0, high_ = 0; // Range: with sign; Address: the offset; Float: the key
  std::uint64_t unsigned_low_ = 0, unsigned_high_ = 0;
};

// The values in both intervals, with both readings as tight as possible; nothing if there are none.
std::optional<AbstractValue> reduced(std::uint32_t width, Int128 low, Int128 high, Int128 unsigned_low,
                                     Int128 unsigned_high);

// The position of a float (IEEE, 32 or 64 bits wide) in the order of all floats; nothing for NaN.
std::optional<std::int64_t> float_key(std::uint32_t width, std::uint64_t bits);
// The same set as floats: a Float as it is, a constant that is not NaN; Any otherwise.
AbstractValue as_float(std::uint32_t width, const AbstractValue& value);

// Whether every value of `small` is one of `large`.
bool includes(std::uint32_t width, const AbstractValue& large, const AbstractValue& small);
AbstractValue join(std::uint32_t width, const AbstractValue& a, const AbstractValue& b);
// Where the newer value exceeds the older one, the bound jumps to the next of the sorted thresholds, or to the end.
AbstractValue widen(std::uint32_t width, const AbstractValue& older, const AbstractValue& newer,
                    const std::vector<std::int64_t>& thresholds);
// Contains all values that are in both; nothing if there are none. Addresses and numbers are not compared.
std::optional<AbstractValue> meet(std::uint32_t width, const AbstractValue& a, const AbstractValue& b);
// Removes this one value if it is at an end of the range.
std::optional<AbstractValue> without(std::uint32_t width, const AbstractValue& from, const AbstractValue& single);

} // namespace tandem::analysis::value
