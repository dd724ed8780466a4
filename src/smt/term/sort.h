// Sorts are plain 8-byte values: equal sorts are equal bytes, and no table is needed to read one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace tandem::smt {

enum class SortKind : std::uint8_t { Bool, BitVec, Float, Int, Array };

class Sort {
public:
  static constexpr std::uint32_t max_width = 0xffff;

  static Sort boolean() { return {SortKind::Bool, 0, 0}; }
  static Sort bv(std::uint32_t width);
  // Exponent bits and significand bits, the hidden one included, as in SMT-LIB: float is (8, 24), double (11, 53),
  // x87's long double (15, 64). The IEEE pattern has exponent + significand bits, so 79 for the last (see
  // Terms::x87_bits).
  static Sort floating(std::uint32_t exponent, std::uint32_t significand);
  static Sort integer() { return {SortKind::Int, 0, 0}; }
  // The index is a bit-vector or Int, the element anything but an array.
  static Sort array(Sort index, Sort element);

  SortKind kind() const { return kind_; }
  bool is_bool() const { return kind_ == SortKind::Bool; }
  bool is_bv() const { return kind_ == SortKind::BitVec; }
  bool is_float() const { return kind_ == SortKind::Float; }
  bool is_int() const { return kind_ == SortKind::Int; }
  bool is_array() const { return kind_ == SortKind::Array; }

  // Bits of a value: 1 for Bool, exponent + significand for Float; not for Int and Array.
  std::uint32_t width() const;
  std::uint32_t exponent() const { return first_; }
  std::uint32_t significand() const { return second_; }
  Sort index() const;
  Sort element() const;

  std::string smtlib() const;
  std::size_t hash() const;

  friend bool operator==(const Sort&, const Sort&) = default;

private:
  Sort(SortKind kind, std::uint32_t first, std::uint32_t second);

  SortKind kind_;
  SortKind element_ = SortKind::Bool; // of an array
  std::uint16_t first_;               // width or exponent bits, also of an array's element
  std::uint16_t second_;              // significand bits, also of an array's element
  std::uint16_t index_ = 0;           // an array's index width; 0: Int
};

struct SortHash {
  std::size_t operator()(Sort sort) const { return sort.hash(); }
};

} // namespace tandem::smt
