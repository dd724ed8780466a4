// Proves verification conditions with a solver and says which asserts hold.
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
  Fails,   // a counterexample to a condition violates it; it has not been replayed
  Unknown, // the solver gave up
  Open,    // not decided: a counterexample that violates another assert says nothing about this one, and nothing is
           // proved with a failed assert as lemma
};

std::string_view name(ClaimVerdict verdict); // "holds"

struct Assertion {
  AssertionSite site;
  ClaimVerdict verdict = ClaimVerdict::Holds;
  std::string reason; // of Unknown

  friend bool operator==(const Assertion&, const Assertion&) = default;
};

struct ProofResult {
  // In program order; then the asserts without a condition, which constant folding has decided.
  std::vector<Assertion> assertions;
  std::chrono::duration<double> time{0}; // CPU time of the solvers
  std::size_t checked = 0;               // conditions
};

using MakeSolver = std::function<std::unique_ptr<smt::Solver>(smt::Terms&)>;

// Checks one condition after the other, each in a new solver, so that their times are independent. With `lemmas`, the
// proof stops at the first assert that fails.
ProofResult prove(BoundedProgram& program, const Property& property, const std::vector<Condition>& conditions,
                  Lemmas lemmas, UnwindingPolicy beyond, const MakeSolver& make_solver);

} // namespace tandem::vcgen
