// What the environment passes to main: how many arguments, and the texts of the first ones. The front end makes them
// (frontend/lower/start_and_end.cpp); replays give the program what a counterexample says of them.
#pragma once

#include "program/model/program.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

// The texts of up to this many arguments are in one variable, an array of texts; if there are more, they are anywhere.
inline constexpr std::uint64_t known_arguments = 4;
// The kernel's limit (MAX_ARG_STRLEN).
inline constexpr std::uint64_t argument_size = 131072;

inline constexpr std::string_view argument_texts_name = "__tandem_arguments";

inline bool is_argument_texts(const Variable& variable) {
  return variable.kind == VariableKind::Temporary && variable.name.find(argument_texts_name) != std::string::npos;
}
// Whether main has them among its locals: a list of more arguments is memory of the environment, but a compiled run has
// the real one.
inline bool have_argument_texts(const std::vector<const Variable*>& locals) {
  return std::ranges::any_of(locals, [](const Variable* local) { return is_argument_texts(*local); });
}

// Whether the edge asks the environment how many there are.
inline bool receives_argument_count(const Edge& edge) {
  const Operation& op = edge.op;
  const auto& parameters = edge.function().parameters();
  return op.kind == OpKind::Nondet && op.source == NondetSource::Environment && !parameters.empty() &&
         op.lvalue->kind() == ExprKind::Variable && &op.lvalue->variable() == parameters[0];
}

// A compiled run cannot be passed more.
inline constexpr std::uint64_t most_arguments = 65536;

// How many the interpreter has if there are more than the known ones.
inline constexpr std::size_t arguments_of_runs = 64;

} // namespace tandem
