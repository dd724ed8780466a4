// Bit strings of any width, read as unsigned or two's complement numbers as the operation says: the values of
// bit-vector, Boolean (width 1) and floating-point (their IEEE pattern) terms. Up to 64 bits no memory is allocated.
// Division follows SMT-LIB: x / 0 is all ones, x % 0 is x. Shifts by the width or more give zeros (or signs).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::smt {

class Bits {
public:
  Bits() = default;
  // Keeps the low bits of the value.
  Bits(std::uint32_t width, std::uint64_t value);
  // Little-endian words; missing ones are zero.
  Bits(std::uint32_t width, std::span<const std::uint64_t> words);

  static Bits zeros(std::uint32_t width) { return Bits(width, 0); }
  static Bits ones(std::uint32_t width);
  static Bits one(std::uint32_t width) { return Bits(width, 1); }
  static Bits sign_bit(std::uint32_t width);
  // The value sign-extended or truncated to the width.
  static Bits from_signed(std::uint32_t width, std::int64_t value);
  // "#b0101", "#x1f"; an empty result (width 0) when the text is neither.
  static Bits from_literal(std::string_view text);
  // Decimal digits, modulo 2^width.
  static Bits from_decimal(std::uint32_t width, std::string_view digits);

  std::uint32_t width() const { return width_; }
  std::size_t size() const { return (width_ + 63) / 64; }
  std::uint64_t word(std::size_t i) const { return data()[i]; }
  std::uint64_t low() const { return width_ == 0 ? 0 : data()[0]; }
  bool bit(std::uint32_t i) const { return (data()[i / 64] >> (i % 64) & 1) != 0; }
  void set_bit(std::uint32_t i, std::uint64_t value);

  bool is_zero() const;
  bool is_ones() const;
  bool is_one() const;
  bool negative() const { return width_ != 0 && bit(width_ - 1); }
  // Exactly one bit is set.
  bool is_power_of_two() const;
  std::uint32_t leading_zeros() const;
  std::uint32_t trailing_zeros() const;
  // The number of bits up to the highest set one.
  std::uint32_t active() const { return width_ - leading_zeros(); }

  std::string binary() const;         // without prefix, width digits
  std::string decimal() const;        // unsigned
  std::string signed_decimal() const; // two's complement
  std::string smtlib() const;         // #x… where the width is a multiple of 4, else #b…
  std::size_t hash() const;

  friend bool operator==(const Bits&, const Bits&) = default;

private:
  friend Bits operator+(const Bits&, const Bits&);
  friend Bits operator*(const Bits&, const Bits&);
  friend Bits operator~(const Bits&);
  friend Bits operator<<(const Bits&, std::uint32_t);
  friend Bits operator>>(const Bits&, std::uint32_t);
  template <class Op> friend Bits wordwise(const Bits&, const Bits&, Op);

  std::uint64_t* data() { return width_ <= 64 ? &small_ : words_.data(); }
  const std::uint64_t* data() const { return width_ <= 64 ? &small_ : words_.data(); }
  void trim();

  std::uint32_t width_ = 0;
  std::uint64_t small_ = 0;
  std::vector<std::uint64_t> words_; // only above 64 bits
};

// Both operands and the result have the same width.
Bits operator+(const Bits& a, const Bits& b);
Bits operator-(const Bits& a, const Bits& b);
Bits operator*(const Bits& a, const Bits& b);
Bits operator-(const Bits& a);
Bits operator~(const Bits& a);
Bits operator&(const Bits& a, const Bits& b);
Bits operator|(const Bits& a, const Bits& b);
Bits operator^(const Bits& a, const Bits& b);
Bits operator<<(const Bits& a, std::uint32_t amount);
Bits operator>>(const Bits& a, std::uint32_t amount); // fills with zeros
Bits shift_right_signed(const Bits& a, std::uint32_t amount);
// Shifts by a bit string read as unsigned number.
Bits shl(const Bits& a, const Bits& amount);
Bits lshr(const Bits& a, const Bits& amount);
Bits ashr(const Bits& a, const Bits& amount);
Bits udiv(const Bits& a, const Bits& b);
Bits urem(const Bits& a, const Bits& b);
Bits sdiv(const Bits& a, const Bits& b);
Bits srem(const Bits& a, const Bits& b);
bool ult(const Bits& a, const Bits& b);
bool slt(const Bits& a, const Bits& b);
Bits concat(const Bits& high, const Bits& low);
Bits extract(const Bits& a, std::uint32_t high, std::uint32_t low);
Bits zero_extend(const Bits& a, std::uint32_t width);
Bits sign_extend(const Bits& a, std::uint32_t width);
// Truncates or zero-extends.
Bits resize(const Bits& a, std::uint32_t width);

struct BitsHash {
  std::size_t operator()(const Bits& bits) const { return bits.hash(); }
};

} // namespace tandem::smt
