// <math.h> beyond semantics/core/host_math.h: the host's functions, in the precision given by the suffix of the name.

#include "semantics/interpreter/library.h"

#include <cfenv>
#include <cmath>

namespace tandem::semantics::interpreter {

namespace {

// The precision of a function, by its suffix: none, f, l.
template <typename F> F argument(LibraryCall& call, std::size_t i) { return static_cast<F>(call.real(i)); }

template <typename F> void scale(LibraryCall& call) {
  call.give_real(std::ldexp(argument<F>(call, 0), static_cast<int>(call.integer(1))));
}

template <typename F> void take_exponent(LibraryCall& call) {
  int exponent = 0;
  const F fraction = std::frexp(argument<F>(call, 0), &exponent);
  call.store(call.address(1), 4, static_cast<UInt128>(static_cast<unsigned>(exponent)));
  call.give_real(fraction);
}

template <typename F> void split(LibraryCall& call) {
  F whole = 0;
  const F fraction = std::modf(argument<F>(call, 0), &whole);
  constexpr std::uint64_t size = sizeof(F) == 16 ? 10 : sizeof(F);
  UInt128 bits = 0;
  std::memcpy(&bits, &whole, size);
  call.store(call.address(1), size, bits);
  call.give_real(fraction);
}

// To integers; values that do not fit give the smallest one, as on x86.
template <typename F, F (*round)(F)> void to_integer(LibraryCall& call) {
  const F value = round(argument<F>(call, 0));
  const std::uint32_t width = call.result_type() == nullptr ? 64 : call.result_type()->width();
  const F end = std::ldexp(F{1}, static_cast<int>(width) - 1);
  if (value >= -end && value < end) return call.give(static_cast<Int128>(value));
  call.give_bits(UInt128{1} << (width - 1));
}

template <typename F> void exponent_of(LibraryCall& call) { call.give(std::ilogb(argument<F>(call, 0))); }

// Floats are the host's, and so is the rounding mode; the machine resets it when the run ends.
void fegetround_(LibraryCall& call) { call.give(std::fegetround()); }
void fesetround_(LibraryCall& call) { call.give(std::fesetround(static_cast<int>(call.integer(0)))); }

void nan_(LibraryCall& call) { call.give_real(std::nan("")); }
void infinity(LibraryCall& call) { call.give_real(static_cast<long double>(INFINITY)); }

#define TANDEM_ROUND(name, how)                                                                                        \
  {#name, &to_integer<double, &::how>}, {#name "f", &to_integer<float, &::how##f>}, {                                  \
    #name "l", &to_integer<long double, &::how##l>                                                                     \
  }

} // namespace

constinit const LibraryTable math_functions = {
    TANDEM_ROUND(lround, round),
    TANDEM_ROUND(llround, round),
    TANDEM_ROUND(lrint, rint),
    TANDEM_ROUND(llrint, rint),
    {"ldexp", &scale<double>},
    {"ldexpf", &scale<float>},
    {"ldexpl", &scale<long double>},
    {"scalbn", &scale<double>},
    {"scalbnf", &scale<float>},
    {"scalbnl", &scale<long double>},
    {"scalbln", &scale<double>},
    {"frexp", &take_exponent<double>},
    {"frexpf", &take_exponent<float>},
    {"frexpl", &take_exponent<long double>},
    {"modf", &split<double>},
    {"modff", &split<float>},
    {"modfl", &split<long double>},
    {"ilogb", &exponent_of<double>},
    {"ilogbf", &exponent_of<float>},
    {"ilogbl", &exponent_of<long double>},
    {"fegetround", &fegetround_},
    {"fesetround", &fesetround_},
    {"nan", &nan_},
    {"nanf", &nan_},
    {"nanl", &nan_},
    {"__builtin_nans", &nan_},
    {"__builtin_nansf", &nan_},
    {"__builtin_inf", &infinity},
    {"__builtin_inff", &infinity},
    {"__builtin_infl", &infinity},
    {"__builtin_huge_val", &infinity},
    {"__builtin_huge_valf", &infinity},
    {"__builtin_huge_vall", &infinity},
};

} // namespace tandem::semantics::interpreter
