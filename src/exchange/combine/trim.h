// What of an automaton matters: states that are reached from the initial one and from which something is accepted.
#pragma once

#include "exchange/gia/gia.h"

#include <vector>

namespace tandem::exchange::combine {

// What runs from a state (itself included) may accept.
struct FutureAcceptance {
  bool ut = false, rt = false, cand = false;
  bool any() const { return ut || rt || cand; }
};
std::vector<FutureAcceptance> future_acceptance(const Gia& gia); // by StateId

// The same three languages without what accepts nothing. The initial state stays, and so do candidates behind
// candidates: they change no language but tell which targets are open.
Gia trimmed(const Gia& gia);

} // namespace tandem::exchange::combine
