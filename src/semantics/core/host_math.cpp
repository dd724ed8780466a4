#include "semantics/core/host_math.h"

#include <cmath>
#include <initializer_list>
#include <unordered_map>

namespace tandem::semantics {

namespace {

template <typename F, F (*function)(F)> long double unary(const long double* arguments) {
  return function(static_cast<F>(arguments[0]));
}

template <typename F, F (*function)(F, F)> long double binary(const long double* arguments) {
  return function(static_cast<F>(arguments[0]), static_cast<F>(arguments[1]));
}

template <typename F, F (*function)(F, F, F)> long double ternary(const long double* arguments) {
  return function(static_cast<F>(arguments[0]), static_cast<F>(arguments[1]), static_cast<F>(arguments[2]));
}

#define TANDEM_HOST(count, how, name)                                                                                  \
  {#name, {count, &how<double, &::name>}}, {#name "f", {count, &how<float, &::name##f>}}, {                            \
    #name "l", { count, &how<long double, &::name##l> }                                                                \
  }
#define TANDEM_UNARY(name) TANDEM_HOST(1, unary, name)
#define TANDEM_BINARY(name) TANDEM_HOST(2, binary, name)

const std::unordered_map<std::string_view, HostFunction>& functions() {
  static const std::unordered_map<std::string_view, HostFunction> table{
      TANDEM_UNARY(sin),        TANDEM_UNARY(cos),       TANDEM_UNARY(tan),        TANDEM_UNARY(asin),
      TANDEM_UNARY(acos),       TANDEM_UNARY(atan),      TANDEM_UNARY(sinh),       TANDEM_UNARY(cosh),
      TANDEM_UNARY(tanh),       TANDEM_UNARY(asinh),     TANDEM_UNARY(acosh),      TANDEM_UNARY(atanh),
      TANDEM_UNARY(exp),        TANDEM_UNARY(exp10),     TANDEM_UNARY(exp2),       TANDEM_UNARY(expm1),
      TANDEM_UNARY(log),        TANDEM_UNARY(log2),      TANDEM_UNARY(log10),      TANDEM_UNARY(log1p),
      TANDEM_UNARY(logb),       TANDEM_UNARY(sqrt),      TANDEM_UNARY(cbrt),       TANDEM_UNARY(fabs),
      TANDEM_UNARY(floor),      TANDEM_UNARY(ceil),      TANDEM_UNARY(round),      TANDEM_UNARY(trunc),
      TANDEM_UNARY(rint),       TANDEM_UNARY(nearbyint), TANDEM_UNARY(erf),        TANDEM_UNARY(erfc),
      TANDEM_UNARY(tgamma),     TANDEM_BINARY(atan2),    TANDEM_BINARY(pow),       TANDEM_BINARY(hypot),
      TANDEM_BINARY(fmod),      TANDEM_BINARY(fmin),     TANDEM_BINARY(fmax),      TANDEM_BINARY(fdim),
      TANDEM_BINARY(remainder), TANDEM_BINARY(copysign), TANDEM_BINARY(nextafter), TANDEM_HOST(3, ternary, fma),
  };
  return table;
}

} // namespace

const HostFunction* host_function(std::string_view name) {
  for (const std::string_view prefix : {"__builtin_", "tandem_host_"})
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  const auto found = functions().find(name);
  return found == functions().end() ? nullptr : &found->second;
}

} // namespace tandem::semantics
