// What a proof for paths within a bound is worth to others: an automaton in which what follows a loop that was left
// within the bound is verified, as far as no further loop or recursion can go beyond it; what goes beyond is a
// candidate.
#pragma once

#include "analysis/reach/call_stack.h"
#include "exchange/gia/gia.h"

#include <functional>
#include <optional>

namespace tandem::analysis::bounded {

// No execution that takes at most `bound` back edges of a loop each time it enters it, and has at most `bound` + 1
// activations of a function at a time, calls one of the error functions. Nothing if the automaton would be too large
// or would say nothing.
std::optional<exchange::Gia> condition_within(const Program& program, std::uint32_t bound,
                                              const std::function<bool(const Function&)>& is_error,
                                              exchange::GiaHeader header);

} // namespace tandem::analysis::bounded
