// The value of an input as a condition that a reader of the source understands: "x == 7".
#pragma once

#include "program/model/program.h"

#include <optional>
#include <string>

namespace tandem::exchange::witness {

// Does the user have a name for the place? A variable of theirs, a field of it, an element with a constant index.
bool is_named(const Expr& lvalue);

// Nothing for pointers, whose values mean nothing outside of one execution, and for infinities.
std::optional<std::string> constraint_text(Context& context, const Expr& lvalue, UInt128 bits);

} // namespace tandem::exchange::witness
