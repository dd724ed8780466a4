// What runs from a state (including the state itself) may accept, and whether they may enter a state with an invariant:
// co-reachability.
#pragma once

#include "exchange/gia/gia.h"

#include <vector>

namespace tandem::exchange {

struct FutureAcceptance {
  bool ut = false, rt = false, cand = false, invariant = false;
  bool accepts() const { return ut || rt || cand; }
  bool any() const { return accepts() || invariant; }
};
std::vector<FutureAcceptance> future_acceptance(const Gia& gia); // by StateId

} // namespace tandem::exchange
