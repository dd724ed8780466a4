// Correctness witnesses in the YAML format 2.0 of SV-COMP: from location invariants to places and expressions of the
// source, and back.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "exchange/witness/witness_file.h"
#include "exchange/witness/witness_metadata.h"

#include <span>
#include <string>
#include <vector>

namespace tandem::exchange::witness {

// What can be said in the user's text: at the keyword of a loop or the beginning of a statement, over variables that
// are visible there, under their own names. Of a conjunction, the parts of which this is true; the rest is left out.
std::vector<WitnessInvariant> witness_invariants(const Program& program, std::span<const LocationInvariant> invariants);

// Where there are no invariants, one that always holds is written: the format wants at least one.
std::string correctness_witness(const Program& program, const Property& property,
                                std::span<const WitnessInvariant> invariants, const WitnessMetadata& metadata);

// A witness held against a program.
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
