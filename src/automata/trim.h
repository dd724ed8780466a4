// What of an automaton matters: states that are reached from the initial one and from which something is accepted.
#pragma once

#include "automata/gia.h"

#include <vector>

namespace tandem::automata {

// What runs from a state (itself included) may accept.
struct Prospects {
  bool ut = false, rt = false, cand = false;
  bool any() const { return ut || rt || cand; }
};
std::vector<Prospects> prospects(const Gia& gia); // by StateId

// The same three languages without what accepts nothing. The initial state stays, and so do candidates behind
// candidates: they change no language but tell which targets are open.
Gia trimmed(const Gia& gia);

} // namespace tandem::automata
