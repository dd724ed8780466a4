// Refinement from an abstract error path: is it feasible, and if not, which predicates exclude it?
//
// Preconditions (preconditions.h) find conflicts, whose atoms become predicates of the locations where they occur. If
// all atoms are known already, they had too many cubes for an exact abstraction: then each conflict as a whole becomes
// one predicate. Where a loop is refined again and again, or preconditions find nothing, predicates are guessed from
// samples (guessed_predicates.h) or taken from interpolants (interpolants.h).
#pragma once

#include "analysis/predicate/guessed_predicates.h"
#include "analysis/predicate/interpolants.h"
#include "analysis/predicate/preconditions.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem::analysis::predicate {

struct Refinement {
  enum class Kind : std::uint8_t {
    Feasible, // counterexample
    Refined,  // new predicates
    Failed,   // reason
  };
  Kind kind = Kind::Failed;
  task::Counterexample counterexample;
  std::string reason;
};

class Refiner {
public:
  // `new_solver` creates one for the exact feasibility check of a path.
  Refiner(smt::Terms& terms, const abstraction::Values& values, abstraction::Abstraction& abstraction,
          abstraction::Precision& precision, Guesses& guesses, std::function<std::unique_ptr<smt::Solver>()> new_solver,
          std::function<bool()> should_stop)
      : terms_(terms), values_(values), abstraction_(abstraction), precision_(precision), guesses_(guesses),
        new_solver_(std::move(new_solver)), preconditions_(terms, values, abstraction, std::move(should_stop)) {}

  Refinement refine(const abstraction::Chain& chain);
  // The loop has been refined this often in earlier runs; counts towards guessing.
  void note_visits(const Location& head, std::size_t count);
  std::uint64_t queries() const { return preconditions_.queries(); }
  std::uint64_t interpolated() const { return interpolated_; } // paths for which interpolants gave new predicates

private:
  bool add_instances(const abstraction::Chain& chain);
  bool add_predicates(const abstraction::Chain& chain, const std::vector<Conflict>& conflicts);
  bool add_interpolants(const abstraction::Chain& chain);
  bool guess_along(const abstraction::Chain& chain);

  smt::Terms& terms_;
  const abstraction::Values& values_;
  abstraction::Abstraction& abstraction_;
  abstraction::Precision& precision_;
  Guesses& guesses_;
  std::function<std::unique_ptr<smt::Solver>()> new_solver_;
  Preconditions preconditions_;
  std::map<const Location*, std::uint32_t> visits_; // how often refinement added predicates there
  std::uint64_t interpolated_ = 0;
};

} // namespace tandem::analysis::predicate
