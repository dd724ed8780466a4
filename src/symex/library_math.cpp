// Functions of <math.h> and <fenv.h> with an exact meaning in terms of IEEE operations. The macros of older headers
// expand to glibc's internal names (__isnan, …).

#include "symex/library_call.h"

#include <string>
#include <string_view>
#include <unordered_map>

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

// C does not specify which nonzero value is returned; glibc's isinf returns the sign.
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
  const smt::Term bits = terms.fp_to_bits(call.argument(0));
  const std::uint32_t top = terms.width(bits) - 1;
  return call.returns(terms.bv_zero_extend(terms.bv_extract(bits, top, top), 32));
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

Result fesetround(Call& call) {
  if (call.count() != 1) return std::nullopt;
  const smt::Term mode = call.argument(0);
  call.memory().set_register(call.state(), semantics::symbolic::SymbolicMemory::rounding_register(), mode);
  return call.returns(call.terms().bv(32, 0));
}

Result fegetround(Call& call) {
  const smt::Term* mode = call.state().cells.find(semantics::symbolic::SymbolicMemory::rounding_register());
  return call.returns(mode != nullptr ? *mode : call.terms().bv(32, 0));
}

enum class Extreme : std::uint8_t { Smallest, Largest };

// A number is preferred to a NaN; of two zeros of different sign either may be returned.
template <Extreme extreme> Result select(Call& call) {
  if (!takes_floats(call, 2)) return std::nullopt;
  smt::Terms& terms = call.terms();
  const smt::Term x = call.argument(0), y = call.argument(1);
  const smt::Term first = extreme == Extreme::Smallest ? terms.fp_le(x, y) : terms.fp_le(y, x);
  return call.returns(terms.ite(terms.or_(first, terms.fp_is_nan(y)), x, y));
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
  models.erase("__builtin_fpclassify"); // takes the classes as arguments
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
  add("fmin", select<Extreme::Smallest>);
  add("fmax", select<Extreme::Largest>);
  return models;
}

} // namespace

LibraryModel math_model(std::string_view name) {
  static const Models models = all_models();
  const auto found = models.find(std::string(name));
  return found == models.end() ? nullptr : found->second;
}

} // namespace tandem::symex
