// Refinement from an abstract error path: is it real, and if not, which predicates show it?
//
// The path is a chain of blocks. From its end backwards, the condition under which the rest of the path can be taken
// is carried along one concrete way through the blocks (weakest preconditions of that way; models of the abstraction
// choose it) until no state that the abstraction allows before the block agrees with it. The part of the condition
// that the solver's unsat core names (not minimised: minimal cores give worse predicates) separates the two; its atoms
// become predicates of that point. This is repeated, with abstractions computed anew, until the chain as a whole is
// refuted, so what was found is always checked. Where the atoms have too many combinations, what is needed of them
// becomes one predicate; where a loop is refined again and again, predicates are guessed (predicate_guess.h). What
// preconditions cannot express (conditions on values that come from outside in between) is left out of them; a path
// that only this refutes stays open.
#pragma once

#include "analysis/predicate_guess.h"
#include "analysis/predicate_precision.h"
#include "task/counterexample.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem::analysis::predicate {

// One block of a path, and the state with which the next one begins; none after the last one.
struct ChainLink {
  const Block* block = nullptr;
  const BlockExit* exit = nullptr;
  const Entry* entry = nullptr;
};

struct Refinement {
  enum class Kind : std::uint8_t {
    Feasible, // counterexample
    Refuted,  // the precision has what it takes
    Failed,   // reason
  };
  Kind kind = Kind::Failed;
  task::Counterexample counterexample;
  std::string reason;
};

class Refiner {
public:
  Refiner(Terms& terms, const Values& values, Abstraction& abstraction, Precision& precision, Guesses& guesses,
          std::function<bool()> should_stop)
      : terms_(terms), values_(values), abstraction_(abstraction), precision_(precision), guesses_(guesses),
        should_stop_(std::move(should_stop)) {}

  Refinement refine(const std::vector<ChainLink>& chain);
  // What the abstraction says before each block with the precision as it is; one more, False, if the path cannot be
  // taken to its end.
  std::vector<Term> abstractions(const std::vector<ChainLink>& chain);

private:
  enum class Progress : std::uint8_t {
    Found,
    Nothing, // what tells the path from others is known, but the abstraction did not use it
    Lost,    // nothing tells it from others: too much depends on values from outside
    Unknown, // the solver gave up
  };

  bool guess_along(const std::vector<ChainLink>& chain);
  std::optional<Refinement> check_feasible(const std::vector<ChainLink>& chain);
  Progress add_predicates(const std::vector<ChainLink>& chain, const std::vector<Term>& starts);
  Progress separate(const ChainLink& link, const std::vector<Term>& core);
  std::vector<Term> project(std::vector<Term> literals);
  bool has_locals(Term term);

  Terms& terms_;
  const Values& values_;
  Abstraction& abstraction_;
  Precision& precision_;
  Guesses& guesses_;
  std::function<bool()> should_stop_;
  std::map<const Location*, std::uint32_t> visits_; // how often refinement added predicates there
  std::unordered_map<Term, bool> has_locals_;
};

} // namespace tandem::analysis::predicate
