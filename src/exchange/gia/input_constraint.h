// The value of an input as a condition over the variables of the source: "x == 7".
#pragma once

#include "program/model/program.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tandem::exchange {

// Whether the lvalue has a name in the source: a variable, a field of it, an element with a constant index.
bool is_named(const Expr& lvalue);

// Nullopt for pointers, whose values are meaningless in another execution, and for infinities.
std::optional<std::string> constraint_text(Context& context, const Expr& lvalue, UInt128 bits);

struct EdgeInput {
  const Edge* edge = nullptr; // that asks for it
  const Type* type = nullptr;
  UInt128 bits = 0;
};

// The values of the inputs of an execution as assumptions, by position in its path; "" where no input is asked for, or
// where it cannot be expressed. `inputs` are in the order in which the execution asks for them.
std::vector<std::string> input_assumptions(const Program& program, std::span<const Edge* const> path,
                                           std::span<const EdgeInput> inputs);

} // namespace tandem::exchange
