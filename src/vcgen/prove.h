// Verification conditions and a solver: which asserts hold?
#pragma once

#include "smt/solver/solver.h"
#include "vcgen/bounded_program.h"
#include "vcgen/generate.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace tandem::vcgen {

enum class ClaimVerdict : std::uint8_t {
  Holds,   // up to the bound
  Fails,   // a counterexample to a condition violates it; nobody has run it
  Unknown, // the solver gave up
  Open,    // nobody asked: a counterexample that fails another assert says nothing about this one, and after a failed
           // assert its use as a lemma proves nothing
};

std::string_view name(ClaimVerdict verdict); // "holds"

struct Assertion {
  AssertionSite site;
  ClaimVerdict verdict = ClaimVerdict::Holds;
  std::string reason; // of Unknown

  friend bool operator==(const Assertion&, const Assertion&) = default;
};

struct ProofResult {
  // Those of the program in its order, then those that needed no condition since constants decided them.
  std::vector<Assertion> assertions;
  std::chrono::duration<double> time{0}; // CPU time of the solvers
  std::size_t checked = 0;               // conditions
};

using MakeSolver = std::function<std::unique_ptr<smt::Solver>(smt::Terms&)>;

// Asks about one condition after the other, each in a new solver, so that none profits from another. Asserts that are
// lemmas for others (`lemmas`) stop the proof when they fail.
ProofResult prove(BoundedProgram& program, const Property& property, const std::vector<Condition>& conditions,
                  Lemmas lemmas, UnwindingPolicy beyond, const MakeSolver& make_solver);

} // namespace tandem::vcgen
