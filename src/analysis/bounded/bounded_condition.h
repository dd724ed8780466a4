// The condition that a proof within a bound leaves: what follows a loop that was left within the bound is verified, as
// far as no further loop or recursion can exceed it; what goes beyond is a candidate.
#pragma once

#include "analysis/reach/call_stack.h"
#include "exchange/gia/gia.h"
#include "program/model/error_functions.h"

#include <optional>

namespace tandem::analysis::bounded {

// Expresses that no execution that takes at most `bound` back edges of a loop each time it enters it, and has at most
// `bound` + 1 activations of a function at a time, calls an error function. Nothing if the automaton would be too large
// or without any verified path.
std::optional<exchange::Gia> condition_within(const Program& program, std::uint32_t bound,
                                              const ErrorFunctions& error_functions, exchange::GiaHeader header);

} // namespace tandem::analysis::bounded
