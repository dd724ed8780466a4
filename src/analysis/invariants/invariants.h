// Invariants of loops and recursive functions by guessing and checking: candidates that agree with samples, of which
// those are dropped that fail on entry or are not preserved by a round, until the rest carries itself (Houdini:
// Flanagan and Leino, FME 2001).
#pragma once

#include "task/actor.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tandem::analysis::invariants {

// Of loop heads, and of entries and exits of recursive functions.
struct Invariants {
  std::vector<exchange::LocationInvariant> all;
  std::map<const Function*, const Variable*> results; // what they call the results of functions

  // For others: without those at exits, which speak of results that have no name in the program.
  std::vector<exchange::LocationInvariant> in_program() const;
};

// What if some paths are not followed to their end.
enum class WhereOpen : std::uint8_t {
  UpToThere, // invariants hold that far
  Refuse,    // there are none
};

struct InvariantOptions {
  std::string solver = "sat";
  WhereOpen where_open = WhereOpen::UpToThere;
  // Rounds of a loop that are followed, before it is taken to be in any round, if no input decides about them.
  std::uint32_t deterministic_iterations = 32;
  std::uint32_t long_runs = 0; // see SampleOptions
  // What somebody else says of loop heads: candidates like the others, conjunct by conjunct.
  std::vector<exchange::LocationInvariant> given = {};
};

// Paths are followed only as far as the unwinding knows how to go on; on them, every invariant holds up to the first
// point that it does not (a gap).
Invariants find_invariants(const task::Task& task, task::Monitor& monitor, const InvariantOptions& options = {});

} // namespace tandem::analysis::invariants
