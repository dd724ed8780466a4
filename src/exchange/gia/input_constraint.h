// The value of an input as a condition over the variables of the source: "x == 7".
#pragma once

#include "program/model/program.h"

#include <optional>
#include <string>

namespace tandem::exchange {

// Whether the lvalue has a name in the source: a variable, a field of it, an element with a constant index.
bool is_named(const Expr& lvalue);

// Nullopt for pointers, whose values are meaningless in another execution, and for infinities.
std::optional<std::string> constraint_text(Context& context, const Expr& lvalue, UInt128 bits);
// The same as the assumption of a transition on the edge that asks for the input; "" if it cannot be expressed there.
std::string input_assumption(const Program& program, const Edge& edge, const Type& type, UInt128 bits);

} // namespace tandem::exchange
