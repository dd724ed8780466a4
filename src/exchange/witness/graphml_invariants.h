// Correctness witnesses in GraphML 1.0 and invariants of loops. A node's invariant is taken over if the one way into
// the node is to enter the head of the loop that stands on the edge's line, and no other node is entered so: then the
// witness says it about every visit. Invariants at other places are reported.
#pragma once

#include "exchange/witness/graphml.h"
#include "exchange/witness/witness_file.h"
#include "program/model/property.h"

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace tandem::exchange::witness {

// As if it stood in a witness in YAML; `skipped` has what was left out.
Witness invariants_of(const GraphmlWitness& witness);

struct GraphmlInvariants {
  GraphmlWitness witness;
  std::vector<std::string> dropped;
};
// Only invariants of loops.
GraphmlInvariants graphml_of_invariants(const Program& program, const Property& property,
                                        std::span<const WitnessInvariant> invariants, std::string producer,
                                        std::chrono::system_clock::time_point time);

// What every witness about the program says: all but producer, nodes and edges.
GraphmlWitness graphml_header(const Program& program, const Property& property,
                              std::chrono::system_clock::time_point time);

} // namespace tandem::exchange::witness
