// What if-steps ask about a program.
#pragma once

#include "program/model/program.h"

namespace tandem::cooperate {

bool has_loops(const Program& program);
bool has_recursion(const Program& program);
bool has_floats(const Program& program);
bool has_inputs(const Program& program);
// Calls of malloc and the like.
bool has_allocations(const Program& program);
// Calls through pointers that may lead to functions which are not part of the program.
bool has_external_calls(const Program& program);

} // namespace tandem::cooperate
