// How hard a program looks to a verifier that knows nothing else of it.
#pragma once

#include "program/model/program.h"

#include <cstddef>

namespace tandem::transform::reduce {

// Of the functions that the entry can call.
struct ProgramSize {
  std::size_t edges = 0, branches = 0, loops = 0;
};
ProgramSize size_of(const Program& program);

// Whether a residual program is worth more than the user's own text. A tool that unwinds loops pays for each of them,
// and for each decision in them; a residual program that has more of either, since paths were unfolded, costs it more
// than it saves, however many edges are gone.
bool is_predicted_easier(const ProgramSize& residual, const ProgramSize& original);

} // namespace tandem::transform::reduce
