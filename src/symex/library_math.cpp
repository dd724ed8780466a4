// Functions of <math.h> and <fenv.h> with an exact meaning in terms of IEEE operations, and others for constant
// arguments. The macros of older headers expand to glibc's internal names (__isnan, …).

#include "semantics/core/float_bits.h"
#include "semantics/core/host_math.h"
#include "symex/library_call.h"

#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tandem::symex {

using smt::Rounding;
using Call = LibraryCall;
using Result = std::optional<LibraryResult>;

namespace {

// glibc's values of fpclassify.
enum class FloatClass : std::uint64_t { Nan = 0, Infinite = 1, Zero = 2, Subnormal = 3, Normal = 4 };

bool takes_floats(const Call& call, std::size_t count) {
  if (call.count() != count) return false;
  for (std::size_t i = 0; i < count; ++i)
    if (!call.type(i).is_float()) return false;
  return true;
}

template <smt::Term (smt::Terms::*test)(smt::Term)> Result truth(Call& call) {
  if (!takes_floats(call, 1)) return std::nullopt;
  return call.returns_truth((call.terms().*test)(call.argument(0)));
}

// C does not specify which nonzero value is returned.
smt::Term any_nonzero(Call& call) {
  smt::Terms& terms = call.terms();
  const smt::Term any = terms.fresh("nonzero", smt::Sort::bv(32));
  return terms.ite(terms.eq(any, terms.bv(32, 0)), terms.bv(32, 1), any);
}

// 1 for both infinities, by gcc and clang.
Result compilers_isinf(Call& call) { return truth<&smt::Terms::fp_is_infinite>(call); }

// glibc's returns the sign.
Result isinf(Call& call) {
  if (!takes_floats(call, 1)) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term x = call.argument(0);
  const smt::Term sign = terms.ite(terms.fp_is_negative(x), terms.bv_signed(32, -1), terms.bv(32, 1));
  return call.returns(terms.ite(terms.fp_is_infinite(x), sign, terms.bv(32, 0)));
}

Result isfinite(Call& call) {
  if (!takes_floats(call, 1)) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term x = call.argument(0);
  return call.returns_truth(terms.not_(terms.or_(terms.fp_is_nan(x), terms.fp_is_infinite(x))));
}

Result isnormal(Call& call) { return truth<&smt::Terms::fp_is_normal>(call); }

Result signbit(Call& call) {
  if (!takes_floats(call, 1)) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term x = call.argument(0);
  const smt::Term bits = terms.fp_to_bits(x);
  const std::uint32_t top = terms.width(bits) - 1;
  // Terms have one NaN, the program many.
  const smt::Term sign =
      terms.ite(terms.fp_is_nan(x), terms.fresh("sign", smt::Sort::bv(1)), terms.bv_extract(bits, top, top));
  // What gcc and clang give for a double; of the other types they give different numbers.
  const bool is_double = call.type(0).float_kind() == FloatKind::Double;
  const smt::Term set = is_double ? terms.bv(32, 1) : any_nonzero(call);
  return call.returns(terms.ite(terms.eq(sign, terms.bv(1, 1)), set, terms.bv(32, 0)));
}

Result fpclassify(Call& call) {
  if (!takes_floats(call, 1)) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term x = call.argument(0);
  const auto value = [&](FloatClass kind) { return terms.bv(32, static_cast<std::uint64_t>(kind)); };
  smt::Term result = value(FloatClass::Normal);
  result = terms.ite(terms.fp_is_subnormal(x), value(FloatClass::Subnormal), result);
  result = terms.ite(terms.fp_is_zero(x), value(FloatClass::Zero), result);
  result = terms.ite(terms.fp_is_infinite(x), value(FloatClass::Infinite), result);
  return call.returns(terms.ite(terms.fp_is_nan(x), value(FloatClass::Nan), result));
}

// __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)
Result choose_class(Call& call) {
  if (call.count() != 6 || !call.type(5).is_float() || !call.may_return(32)) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term x = call.argument(5);
  smt::Term result = call.argument(2);
  result = terms.ite(terms.fp_is_subnormal(x), call.argument(3), result);
  result = terms.ite(terms.fp_is_zero(x), call.argument(4), result);
  result = terms.ite(terms.fp_is_infinite(x), call.argument(1), result);
  return call.returns(terms.ite(terms.fp_is_nan(x), call.argument(0), result));
}

Result fabs(Call& call) {
  if (!takes_floats(call, 1)) return std::nullopt;
  return call.returns(call.terms().fp_abs(call.argument(0)));
}

Result sqrt(Call& call) {
  if (!takes_floats(call, 1)) return std::nullopt;
  const smt::Term x = call.argument(0);
  return call.returns(call.rounded([&](Rounding rounding) { return call.terms().fp_sqrt(rounding, x); }));
}

template <Rounding rounding> Result round_to(Call& call) {
  if (!takes_floats(call, 1)) return std::nullopt;
  return call.returns(call.terms().fp_round_to_integral(rounding, call.argument(0)));
}

Result round_as_set(Call& call) {
  if (!takes_floats(call, 1)) return std::nullopt;
  const smt::Term x = call.argument(0);
  return call.returns(call.rounded([&](Rounding rounding) { return call.terms().fp_round_to_integral(rounding, x); }));
}

smt::Term rounding_mode(Call& call) {
  const smt::Term* mode = call.state().cells.find(semantics::symbolic::SymbolicMemory::rounding_register());
  return mode != nullptr ? *mode : call.terms().bv(32, 0);
}

// Refuses what is no mode of x86, and leaves the mode as it is then.
Result fesetround(Call& call) {
  if (call.count() != 1) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term mode = call.argument(0), zero = terms.bv(32, 0);
  if (terms.width(mode) != 32) return std::nullopt; // without its declaration
  const smt::Term is_mode = terms.eq(terms.bv_and(mode, terms.bv(32, 0xFFFFF3FF)), zero);
  call.memory().set_register(call.state(), semantics::symbolic::SymbolicMemory::rounding_register(),
                             terms.ite(is_mode, mode, rounding_mode(call)));
  return call.returns(terms.ite(is_mode, zero, terms.bv(32, 1)));
}

Result fegetround(Call& call) { return call.returns(rounding_mode(call)); }

enum class Extreme : std::uint8_t { Smallest, Largest };

// A number is preferred to a NaN; of two zeros either may be returned.
template <Extreme extreme> Result select(Call& call) {
  if (!takes_floats(call, 2)) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term x = call.argument(0), y = call.argument(1);
  const smt::Term first = extreme == Extreme::Smallest ? terms.fp_le(x, y) : terms.fp_le(y, x);
  const smt::Term are_zero = terms.and_(terms.fp_is_zero(x), terms.fp_is_zero(y));
  const smt::Term any = terms.eq(terms.fresh("zero", smt::Sort::bv(1)), terms.bv(1, 1));
  return call.returns(terms.ite(terms.ite(are_zero, any, terms.or_(first, terms.fp_is_nan(y))), x, y));
}

// What has no meaning as a term is computed where the arguments are constants.

std::optional<long double> constant_float(Call& call, std::size_t i) {
  const FloatKind kind = call.type(i).float_kind();
  smt::Terms& terms = call.terms();
  const smt::Term x = call.argument(i);
  const smt::Term bits = kind == FloatKind::LongDouble ? terms.fp_to_x87_bits(x) : terms.fp_to_bits(x);
  if (!terms.is_constant(bits)) return std::nullopt;
  const smt::Bits value = terms.bits(bits);
  const UInt128 high = value.size() > 1 ? UInt128{value.word(1)} << 64 : 0;
  return semantics::float_from_bits(kind, high | value.word(0));
}

bool is_nearest_mode(Call& call) {
  return call.state().cells.find(semantics::symbolic::SymbolicMemory::rounding_register()) == nullptr;
}

Result by_host(Call& call) {
  const semantics::HostFunction* function = semantics::host_function(call.callee().source_name());
  if (function == nullptr || !takes_floats(call, function->parameters) || !call.callee().result().is_float() ||
      !is_nearest_mode(call))
    return std::nullopt;
  std::vector<long double> arguments;
  for (std::size_t i = 0; i < function->parameters; ++i) {
    const std::optional<long double> value = constant_float(call, i);
    if (!value) return std::nullopt;
    arguments.push_back(*value);
  }
  return call.returns(call.number(call.callee().result().float_kind(), function->apply(arguments.data())));
}

// The exponent is stored as an int.
Result frexp(Call& call) {
  if (call.count() != 2 || !call.type(0).is_float() || !call.type(1).is_pointer()) return std::nullopt;
  const std::optional<long double> value = constant_float(call, 0);
  if (!value || !std::isfinite(*value) || call.type(1).element().size() != 4) return std::nullopt;
  int exponent = 0;
  const long double fraction = std::frexp(*value, &exponent);
  call.memory().store(call.state(), call.argument(1), call.terms().bv_signed(32, exponent), &call.type(1).element());
  return call.returns(call.number(call.type(0).float_kind(), fraction));
}

Result ldexp(Call& call) {
  if (call.count() != 2 || !call.type(0).is_float() || !call.type(1).is_integer() || !is_nearest_mode(call))
    return std::nullopt;
  const std::optional<long double> value = constant_float(call, 0);
  const std::optional<std::uint64_t> by = call.constant(call.argument(1));
  if (!value || !by || call.type(1).width() != 32) return std::nullopt;
  const int exponent = static_cast<int>(static_cast<std::uint32_t>(*by));
  const FloatKind kind = call.type(0).float_kind();
  const long double result = kind == FloatKind::LongDouble ? std::ldexp(*value, exponent)
                             : kind == FloatKind::Double   ? std::ldexp(static_cast<double>(*value), exponent)
                                                           : std::ldexp(static_cast<float>(*value), exponent);
  return call.returns(call.number(kind, result));
}

// To the nearest integer, where it fits.
template <long double (*round)(long double)> Result to_integer(Call& call) {
  if (!takes_floats(call, 1) || !call.callee().result().is_integer() || !is_nearest_mode(call)) return std::nullopt;
  const std::optional<long double> value = constant_float(call, 0);
  const std::uint32_t width = call.callee().result().width();
  const long double end = std::ldexp(1.0L, static_cast<int>(width) - 1);
  if (!value || !call.may_return(width) || !(round(*value) >= -end && round(*value) < end)) return std::nullopt;
  return call.returns(call.terms().bv_signed(width, static_cast<std::int64_t>(round(*value))));
}

using Models = std::unordered_map<std::string, LibraryModel>;

Models all_models() {
  Models models;
  // name, namef and namel
  const auto add = [&](const std::string& name, LibraryModel model) {
    for (const char* suffix : {"", "f", "l"}) models[name + suffix] = model;
  };
  for (const char* prefix : {"__builtin_", "__", ""}) {
    const std::string before = prefix;
    add(before + "isnan", truth<&smt::Terms::fp_is_nan>);
    add(before + "isinf", isinf);
    add(before + "finite", isfinite);
    add(before + "isfinite", isfinite);
    add(before + "isnormal", isnormal);
    add(before + "signbit", signbit);
    add(before + "fpclassify", fpclassify);
  }
  models["__builtin_fpclassify"] = choose_class;
  models["__builtin_iszero"] = truth<&smt::Terms::fp_is_zero>;
  models["__builtin_issubnormal"] = truth<&smt::Terms::fp_is_subnormal>;
  add("__builtin_isinf", compilers_isinf);
  models["__builtin_isinf_sign"] = isinf;
  add("fabs", fabs);
  add("sqrt", sqrt);
  add("floor", round_to<Rounding::TowardNegative>);
  add("ceil", round_to<Rounding::TowardPositive>);
  add("trunc", round_to<Rounding::TowardZero>);
  add("round", round_to<Rounding::NearestAway>);
  add("rint", round_as_set);
  add("nearbyint", round_as_set);
  models["fesetround"] = fesetround;
  models["fegetround"] = fegetround;
  add("frexp", frexp);
  add("ldexp", ldexp);
  add("scalbn", ldexp);
  add("lrint", to_integer<&::rintl>);
  add("llrint", to_integer<&::rintl>);
  add("lround", to_integer<&::roundl>);
  add("llround", to_integer<&::roundl>);
  add("fmin", select<Extreme::Smallest>);
  add("fmax", select<Extreme::Largest>);
  return models;
}

} // namespace

LibraryModel math_model(std::string_view name) {
  static const Models models = all_models();
  const auto found = models.find(std::string(name));
  if (found != models.end()) return found->second;
  return semantics::host_function(name) != nullptr ? by_host : nullptr;
}

} // namespace tandem::symex
