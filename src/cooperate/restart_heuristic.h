// Whether a running partner should be restarted because others have verified a part of its task.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/program.h"

namespace tandem::cooperate {

// Whether the program with the second condition taken out is much smaller than with the first one (nullptr: none).
// Measured in edges of folded residual programs, which say how much code is left, not how many paths.
bool is_worth_restarting(const Program& program, const exchange::Gia* before, const exchange::Gia& after);

} // namespace tandem::cooperate
