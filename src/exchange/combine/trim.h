// The useful part of an automaton: states that are reachable from the initial one and from which something is accepted
// or claimed. The initial state stays, and so do candidates after candidates: they change no language but show which
// targets are open.
#pragma once

#include "exchange/gia/gia.h"

namespace tandem::exchange::combine {

// The same three languages and the same claims (invariants).
Gia trimmed(const Gia& gia);
// The same three languages; invariants on runs that accept nothing are lost.
Gia accepting_part(const Gia& gia);

} // namespace tandem::exchange::combine
