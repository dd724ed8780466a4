// Whether a partner at work should begin again because others have settled a part of its task.
#pragma once

#include "automata/gia.h"
#include "program/program.h"

namespace tandem::cooperate {

// Whether the program with the second condition taken out is much smaller than with the first one (nullptr: none).
// Measured in edges of folded residual programs, which say how much code is left, not how many paths.
bool leaves_much_less(const Program& program, const automata::Gia* before, const automata::Gia& after);

} // namespace tandem::cooperate
