// Classification of floats, their sign, and the comparisons of <math.h>, which are false for NaN.

#include "semantics/interpreter/library.h"

#include <cmath>

namespace tandem::semantics::interpreter {

namespace {

// glibc's numbers for the classes.
enum class FloatClass : std::uint8_t { Nan = 0, Infinite = 1, Zero = 2, Subnormal = 3, Normal = 4 };

// The class depends on the format: a subnormal double is a normal long double.
FloatClass class_of(LibraryCall& call, std::size_t i) {
  const long double value = call.real(i);
  const FloatKind kind = call.type(i).is_float() ? call.type(i).float_kind() : FloatKind::Double;
  const int host = kind == FloatKind::Float    ? std::fpclassify(static_cast<float>(value))
                   : kind == FloatKind::Double ? std::fpclassify(static_cast<double>(value))
                                               : std::fpclassify(value);
  if (host == FP_NAN) return FloatClass::Nan;
  if (host == FP_INFINITE) return FloatClass::Infinite;
  if (host == FP_ZERO) return FloatClass::Zero;
  return host == FP_SUBNORMAL ? FloatClass::Subnormal : FloatClass::Normal;
}

void classify(LibraryCall& call) { call.give(static_cast<int>(class_of(call, 0))); }

// __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)
void choose_class(LibraryCall& call) {
  switch (class_of(call, 5)) {
  case FloatClass::Nan: return call.give(call.wide(0));
  case FloatClass::Infinite: return call.give(call.wide(1));
  case FloatClass::Normal: return call.give(call.wide(2));
  case FloatClass::Subnormal: return call.give(call.wide(3));
  case FloatClass::Zero: return call.give(call.wide(4));
  }
}

void is_nan(LibraryCall& call) { call.give(class_of(call, 0) == FloatClass::Nan ? 1 : 0); }
void is_finite(LibraryCall& call) { call.give(class_of(call, 0) >= FloatClass::Zero ? 1 : 0); }
void is_normal(LibraryCall& call) { call.give(class_of(call, 0) == FloatClass::Normal ? 1 : 0); }
void sign_bit(LibraryCall& call) { call.give(std::signbit(call.real(0)) ? 1 : 0); }

// -1 for minus infinity, as in glibc.
void is_infinite(LibraryCall& call) {
  const bool infinite = class_of(call, 0) == FloatClass::Infinite;
  call.give(!infinite ? 0 : std::signbit(call.real(0)) ? -1 : 1);
}

// As gcc and clang have it.
void is_infinite_at_all(LibraryCall& call) { call.give(class_of(call, 0) == FloatClass::Infinite ? 1 : 0); }

void is_greater(LibraryCall& call) { call.give(std::isgreater(call.real(0), call.real(1)) ? 1 : 0); }
void is_greater_equal(LibraryCall& call) { call.give(std::isgreaterequal(call.real(0), call.real(1)) ? 1 : 0); }
void is_less(LibraryCall& call) { call.give(std::isless(call.real(0), call.real(1)) ? 1 : 0); }
void is_less_equal(LibraryCall& call) { call.give(std::islessequal(call.real(0), call.real(1)) ? 1 : 0); }
void is_less_greater(LibraryCall& call) { call.give(std::islessgreater(call.real(0), call.real(1)) ? 1 : 0); }
void is_unordered(LibraryCall& call) { call.give(std::isunordered(call.real(0), call.real(1)) ? 1 : 0); }

} // namespace

constinit const LibraryTable float_class_functions = {
    {"__fpclassify", &classify},
    {"__fpclassifyf", &classify},
    {"__fpclassifyl", &classify},
    {"fpclassify", &classify},
    {"__builtin_fpclassify", &choose_class},
    {"isnan", &is_nan},
    {"isnanf", &is_nan},
    {"isnanl", &is_nan},
    {"__isnan", &is_nan},
    {"__isnanf", &is_nan},
    {"__isnanl", &is_nan},
    {"isinf", &is_infinite},
    {"isinff", &is_infinite},
    {"isinfl", &is_infinite},
    {"__isinf", &is_infinite},
    {"__isinff", &is_infinite},
    {"__isinfl", &is_infinite},
    {"__builtin_isinf_sign", &is_infinite},
    {"__builtin_isnan", &is_nan},
    {"__builtin_isinf", &is_infinite_at_all},
    {"__builtin_isfinite", &is_finite},
    {"__builtin_isnormal", &is_normal},
    {"__builtin_signbit", &sign_bit},
    {"__builtin_signbitf", &sign_bit},
    {"__builtin_signbitl", &sign_bit},
    {"finite", &is_finite},
    {"finitef", &is_finite},
    {"finitel", &is_finite},
    {"__finite", &is_finite},
    {"__finitef", &is_finite},
    {"__finitel", &is_finite},
    {"isfinite", &is_finite},
    {"isnormal", &is_normal},
    {"signbit", &sign_bit},
    {"signbitf", &sign_bit},
    {"signbitl", &sign_bit},
    {"__signbit", &sign_bit},
    {"__signbitf", &sign_bit},
    {"__signbitl", &sign_bit},
    {"isgreater", &is_greater},
    {"isgreaterequal", &is_greater_equal},
    {"isless", &is_less},
    {"islessequal", &is_less_equal},
    {"islessgreater", &is_less_greater},
    {"isunordered", &is_unordered},
};

} // namespace tandem::semantics::interpreter
