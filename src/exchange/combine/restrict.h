// The part of an automaton's claims that is about a part of the program.
#pragma once

#include "exchange/gia/gia.h"

namespace tandem::exchange::combine {

// The paths that both automata accept as ut, and nothing else: rt, candidates and claims about states are dropped. Both
// are about the same program; the header is that of the first.
Gia restricted(const Gia& claims, const Gia& part);

} // namespace tandem::exchange::combine
