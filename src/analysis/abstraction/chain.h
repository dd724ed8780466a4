// A path of the abstract reachability graph as a chain of blocks, and the exact check whether it is feasible.
#pragma once

#include "analysis/abstraction/values.h"
#include "smt/solver/solver.h"
#include "task/counterexample.h"

#include <string>
#include <vector>

namespace tandem::analysis::abstraction {

// One block of a path, and the state with which the next one begins (nullptr after the last one).
struct ChainLink {
  const Block* block = nullptr;
  const BlockExit* exit = nullptr;
  const Entry* entry = nullptr;
  smt::Term start; // what the abstraction says before the block
};

using Chain = std::vector<ChainLink>;

struct Feasibility {
  enum class Kind : std::uint8_t {
    Feasible, // counterexample
    Infeasible,
    Unknown, // reason
  };
  Kind kind = Kind::Unknown;
  task::Counterexample counterexample;
  std::string reason;
};

// The solver must have nothing asserted.
Feasibility check_chain(const Chain& chain, const Values& values, smt::Solver& solver);

} // namespace tandem::analysis::abstraction
