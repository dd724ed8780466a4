// Name lookup for text about a program.
#pragma once

#include "program/text/expr_reader.h"

#include <string_view>

namespace tandem::text {

// A parameter, local, static local or global; nullptr if there is none.
const Variable* find_variable(const ExprScope& scope, std::string_view name);
const Function* find_function(const ExprScope& scope, std::string_view name);
// The array that holds a string literal of the program.
const Variable* find_string(const Program& program, std::string_view bytes);

} // namespace tandem::text
