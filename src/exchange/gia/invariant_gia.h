// Location invariants as an automaton, so that they travel as everything else that verifiers tell each other: whenever
// a run is at the location, the automaton is in a state with that invariant. No state accepts anything.
//
// A run that comes back from a call is at the callee's exit, then behind the caller's next edge; it is never just
// behind the call. There the invariant stands behind both edges of a branch, which change nothing. Where no branch
// follows, the invariant is left out; so is one that has no text.
#pragma once

#include "exchange/gia/gia.h"
#include "exchange/gia/location_invariant.h"

#include <span>
#include <vector>

namespace tandem::exchange {

Gia invariant_gia(const Program& program, std::span<const LocationInvariant> invariants, GiaHeader header);

// What the states of any automaton say about locations, ordered by location: at least what invariant_gia was given and
// did not leave out. That it is true is the automaton's claim. Throws InputError for an automaton that is not about the
// program.
std::vector<LocationInvariant> invariants_of(const Program& program, const Gia& gia);

} // namespace tandem::exchange
