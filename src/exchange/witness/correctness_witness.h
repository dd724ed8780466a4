// Correctness witnesses in the YAML format 2.0 of SV-COMP: from location invariants to positions and expressions of the
// source, and back.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "exchange/witness/witness_file.h"
#include "exchange/witness/witness_metadata.h"

#include <span>
#include <string>
#include <vector>

namespace tandem::exchange::witness {

// The invariants that can be expressed in the source: at the keyword of a loop or the beginning of a statement, over
// variables that are visible there, under their own names. Conjuncts that cannot be expressed are omitted.
std::vector<WitnessInvariant> witness_invariants(const Program& program, std::span<const LocationInvariant> invariants);

// If there are no invariants, a trivial one is written: the format requires at least one.
std::string correctness_witness(const Program& program, const Property& property,
                                std::span<const WitnessInvariant> invariants, const WitnessMetadata& metadata);

// The invariants of a witness, bound to a program.
struct BoundInvariants {
  struct Refused {
    const WitnessInvariant* invariant = nullptr;
    std::string reason; // "line 7 has no loop"
  };
  std::vector<LocationInvariant> invariants;
  std::vector<const WitnessInvariant*> origins; // by invariant; they are the witness's own
  std::vector<Refused> refused;
};
BoundInvariants bind_invariants(const Program& program, const Witness& witness);

} // namespace tandem::exchange::witness
