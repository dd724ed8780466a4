// Loop invariants in correctness witnesses of GraphML 1.0. A node's invariant is used if the node is entered only at
// the head of the loop on the edge's line, and no other node is entered there: then the witness claims it for every
// iteration. Invariants of other nodes are reported.
#pragma once

#include "exchange/witness/graphml.h"
#include "exchange/witness/witness_file.h"
#include "program/model/property.h"

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace tandem::exchange::witness {

// In the form of a YAML witness; `skipped` lists what was omitted.
Witness invariants_of(const GraphmlWitness& witness);

struct GraphmlInvariants {
  GraphmlWitness witness;
  std::vector<std::string> dropped;
};
// Only invariants of loops.
GraphmlInvariants graphml_of_invariants(const Program& program, const Property& property,
                                        std::span<const WitnessInvariant> invariants, std::string producer,
                                        std::chrono::system_clock::time_point time);

// The metadata common to all witnesses about the program: everything except producer, nodes and edges.
GraphmlWitness graphml_header(const Program& program, const Property& property,
                              std::chrono::system_clock::time_point time);

} // namespace tandem::exchange::witness
