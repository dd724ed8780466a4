// The useful part of an automaton: states that are reachable from the initial one and from which something is accepted.
#pragma once

#include "exchange/gia/gia.h"

#include <vector>

namespace tandem::exchange::combine {

// What runs from a state (including the state itself) may accept: co-reachability.
struct FutureAcceptance {
  bool ut = false, rt = false, cand = false;
  bool any() const { return ut || rt || cand; }
};
std::vector<FutureAcceptance> future_acceptance(const Gia& gia); // by StateId

// The same three languages without useless states. The initial state stays, and so do candidates after candidates: they
// change no language but show which targets are open.
Gia trimmed(const Gia& gia);

} // namespace tandem::exchange::combine
