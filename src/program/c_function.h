// A function's control-flow automaton as C: locals at the top, then one line per edge in reverse post-order, with
// labels and gotos only where control does not simply fall through to the next line.
#pragma once

#include "program/c_lines.h"
#include "program/c_support.h"

#include <string>

namespace tandem {

// "static int f(int, ...);"
std::string c_prototype(const Program& program, const Function& function);

void write_function(const Program& program, const Function& function, CSupport& support, CLines& lines);

} // namespace tandem
