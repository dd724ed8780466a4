// Floating point as bit-vector terms. A float is its IEEE pattern, with one canonical NaN; operations work on an
// unpacked form (class, sign, exponent, normalised significand; Brain, Schanda, Sun, "Building Better Bit-Blasting for
// Floating-Point Problems", TACAS 2019) which is kept beside each result, so that packing and unpacking between
// operations costs nothing. Rounding happens at a bit position that depends on the exponent instead of shifting the
// significand, so that subnormal results stay normalised.
#pragma once

#include "smt/term/terms.h"

#include <span>
#include <unordered_map>

namespace tandem::smt::bitblast {

class FloatBlaster {
public:
  explicit FloatBlaster(Terms& terms) : t_(terms) {}

  // Does the term have floats among its arguments or as its value?
  static bool concerns(const Terms& terms, Term t);
  // The same operation on reduced arguments.
  Term blast(Term t, std::span<const Term> args);
  // Is the pattern a number or the canonical NaN?
  Term is_canonical(Sort format, Term pattern);

private:
  // Exponents are signed; a significand's top bit is 1. Both are arbitrary for NaN, infinity and zero.
  struct Unpacked {
    Term nan;
    Term infinite;
    Term zero;
    Term minus;
    Term exponent;
    Term significand;
  };
  // A finite result before rounding: significand (top bit 1, any width) with the exponent of its top bit.
  struct Exact {
    Term minus;
    Term exponent;
    Term significand;
  };
  struct RoundedSignificand;
  struct Normalised {
    Term value;
    Term shift;
  };
  enum class Tiny : std::uint8_t { Possible, Impossible };

  // float_blaster.cpp: patterns.
  Term field_exponent(Sort f, Term pattern) { return t_.bv_extract(pattern, f.width() - 2, f.significand() - 1); }
  Term field_fraction(Sort f, Term pattern) { return t_.bv_extract(pattern, f.significand() - 2, 0); }
  Term pattern_is_nan(Sort f, Term pattern);
  Term pattern_minus(Sort f, Term pattern);
  Unpacked unpacked(Sort f, Term pattern);
  Unpacked unpack(Sort f, Term pattern);
  Term pack(Sort f, const Unpacked& u);
  Term packed(Sort f, const Unpacked& u); // and remembers the unpacked form
  bool is_result(Term pattern) const { return results_.contains(pattern); }
  Term blast_ite(Term t, std::span<const Term> args);
  Term negate(Sort f, Term pattern);
  Term absolute(Sort f, Term pattern);
  Term classify(Kind kind, Sort f, Term pattern);

  // float_compare.cpp
  Term magnitude_less(const Unpacked& x, const Unpacked& y);
  Term magnitude_less(Sort f, Term a, Term b);
  Term same_number(const Unpacked& x, const Unpacked& y);
  Term equal(Sort f, Term a, Term b);     // C's ==
  Term identical(Sort f, Term a, Term b); // SMT-LIB's =
  Term less(Sort f, Term a, Term b);
  Term less_or_equal(Sort f, Term a, Term b);

  // float_rounding.cpp
  Normalised normalise(Term value);
  Term shift_right_sticky(Term value, Term amount);
  Term increments(Rounding r, Term minus, Term last, Term half, Term sticky);
  RoundedSignificand round_significand(Rounding r, Term minus, Term significand, Term amount);
  Unpacked round(Sort f, Rounding r, const Exact& exact, Tiny tiny);
  Unpacked overflowed(Sort f, Rounding r, const Unpacked& u, Term exponent);
  Unpacked round_to_integral(Sort f, Rounding r, const Unpacked& x);
  Unpacked convert(Sort from, Rounding r, Sort to, const Unpacked& x);
  Unpacked from_bv(Kind kind, Rounding r, Sort to, Term a);
  Term to_bv(Kind kind, Sort from, Rounding r, std::uint32_t width, const Unpacked& x);

  // float_arithmetic.cpp
  Unpacked add(Sort f, Rounding r, const Unpacked& x, const Unpacked& y);
  Unpacked mul(Sort f, Rounding r, const Unpacked& x, const Unpacked& y);
  Unpacked div(Sort f, Rounding r, const Unpacked& x, const Unpacked& y);
  Unpacked sqrt(Sort f, Rounding r, const Unpacked& x);
  Unpacked rem(Sort f, const Unpacked& x, const Unpacked& y);
  Exact sum(Sort f, const Unpacked& x, const Unpacked& y, Term& cancelled);

  // Shorthands.
  Unpacked choose(Term condition, const Unpacked& x, const Unpacked& y);
  Unpacked with_class(Unpacked u, Term nan, Term infinite, Term zero, Term minus);
  Term number(std::uint32_t width, std::int64_t value) { return t_.bv_signed(width, value); }
  Term extend(Term a, std::uint32_t width) { return t_.bv_sign_extend(a, width); }
  Term nonzero(Term a) { return t_.bv_to_bool(a); }
  Term bit(Term condition) { return t_.bool_to_bv(condition, 1); }

  Terms& t_;
  std::unordered_map<Term, Unpacked> results_;  // of operations, by pattern
  std::unordered_map<Term, Unpacked> unpacked_; // other patterns
};

} // namespace tandem::smt::bitblast
