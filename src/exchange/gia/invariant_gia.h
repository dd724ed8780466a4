// Location invariants as an automaton, the format in which verifiers exchange all information: whenever a run is at the
// location, the automaton is in a state with that invariant. No state accepts anything.
//
// A run that returns from a call is at the callee's exit and then after the caller's next edge; it is never directly
// after the call. An invariant there is stated after both edges of a branch, which change nothing. If no branch
// follows, the invariant is omitted; so is one that cannot be expressed as text.
#pragma once

#include "exchange/gia/gia.h"
#include "exchange/gia/location_invariant.h"

#include <span>
#include <vector>

namespace tandem::exchange {

Gia invariant_gia(const Program& program, std::span<const LocationInvariant> invariants, GiaHeader header);

// The location invariants that any automaton claims, ordered by location: for one made by invariant_gia, at least those
// it did not omit. They are not checked. Throws InputError for an automaton that is not about the program.
std::vector<LocationInvariant> invariants_of(const Program& program, const Gia& gia);

} // namespace tandem::exchange
