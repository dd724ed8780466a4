// Compares declarations by how arguments are passed: headers differ in more than that.

#include "program/model/library.h"

#include "base/core/require.h"
#include "program/model/program.h"

#include <algorithm>
#include <array>

namespace tandem {

namespace {

using clib::ArgumentEffect;
using clib::Effect;
using clib::Passing;

bool is_passed(const Type& type, Passing passing) {
  switch (passing) {
  case Passing::Nothing: return type.is_void();
  case Passing::Integer: return type.is_integer();
  case Passing::Float: return type.is_float();
  case Passing::Record: return type.is_record();
  case Passing::Pointer: return type.is_pointer();
  case Passing::ArgumentList: return type.kind() == TypeKind::VaList || type.is_pointer();
  }
  unreachable();
}

bool is_declared_like(const Type& type, const Effect& effect) {
  if (!effect.is_declared()) return true;
  // A result that the program does not know about does not matter: a call without a declaration says int.
  const bool is_undeclared = !type.has_prototype() && type.result().is_integer();
  if (!type.result().is_void() && !is_undeclared && !is_passed(type.result(), effect.result())) return false;
  if (!type.has_prototype()) return true;
  const auto& parameters = type.parameters();
  // Programs declare variadic functions with the parameters that they use.
  if (effect.is_variadic() ? parameters.size() < effect.parameters() : parameters.size() != effect.parameters())
    return false;
  for (std::size_t i = 0; i < effect.parameters(); ++i)
    if (!is_passed(*parameters[i], effect.parameter(i))) return false;
  return true;
}

bool calls_back(const Function& function, const Effect& effect) {
  const auto& parameters = function.type().parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool takes_function = parameters[i]->is_pointer() && parameters[i]->element().is_function();
    if (takes_function || effect.argument(i) == ArgumentEffect::CallBack) return true;
  }
  return false;
}

} // namespace

bool is_library_function(std::string_view name) { return clib::effect_of(name).has_value(); }

std::optional<Effect> library_effect(const Function& function) {
  if (function.has_body()) return std::nullopt;
  const std::optional<Effect> effect = clib::effect_of(function.source_name());
  return effect && is_declared_like(function.type(), *effect) ? effect : std::nullopt;
}

std::optional<std::string> library_obstacle(const Function& function) {
  const std::optional<Effect> effect = library_effect(function);
  if (!effect) return std::nullopt;
  const std::string name = "'" + function.source_name() + "'";
  if (calls_back(function, *effect)) return name + " calls functions of the program";
  if (effect->has_hidden_effect()) return name + " changes memory in ways that are not modelled";
  if (!effect->is_declared()) return std::nullopt;
  for (std::size_t i = 0; i < effect->parameters(); ++i)
    if (effect->argument(i) == ArgumentEffect::WriteBehind) return name + " writes through pointers that are in memory";
  return std::nullopt;
}

std::optional<NondetSource> nondet_source(std::string_view function) {
  if (function.starts_with("__VERIFIER_nondet_") || function.starts_with("nondet_")) return NondetSource::Input;
  if (function.starts_with("tandem_unspecified_")) return NondetSource::Unspecified;
  if (function.starts_with("tandem_environment_")) return NondetSource::Environment;
  return std::nullopt;
}

bool is_verifier_function(std::string_view name) {
  return name.starts_with("__VERIFIER_") || name == "reach_error" || name == "tandem_object_size" ||
         name == "tandem_written" || name == "tandem_string" || nondet_source(name) || is_assume_function(name) ||
         is_assert_function(name);
}

bool is_assume_function(std::string_view name) {
  constexpr std::array<std::string_view, 6> names{"__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume",
                                                  "klee_assume",       "__goblint_assume", "tandem_assume"};
  return std::ranges::find(names, name) != names.end();
}

bool is_assert_function(std::string_view name) {
  constexpr std::array<std::string_view, 9> names{
      "assert",         "__VERIFIER_assert", "__CPROVER_assert", "__CPROVER_precondition", "__CPROVER_postcondition",
      "__ESBMC_assert", "klee_assert",       "__goblint_assert", "__goblint_check"};
  return std::ranges::find(names, name) != names.end();
}

std::optional<int> library_stream(const Variable& variable) {
  constexpr std::array<std::string_view, 3> names{"stdin", "stdout", "stderr"};
  const auto found = std::ranges::find(names, variable.name);
  if (!variable.is_extern || !variable.type->is_pointer() || found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

} // namespace tandem
