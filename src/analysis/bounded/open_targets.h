// The targets of one run of bounded model checking: which are open, which are in doubt, and what was found out.
//
// Executions end at targets. So a target that cannot be reached within the bound, or in a step of induction, cannot be
// reached there whatever the others do: each is decided by itself, on one unwinding.
#pragma once

#include "smt/term/terms.h"
#include "symex/unwind.h"
#include "task/actor.h"

#include <set>
#include <string>
#include <vector>

namespace tandem::analysis::bounded {

class OpenTargets {
public:
  OpenTargets(const task::Task& task, task::Monitor& monitor, std::string actor);

  // Open, and no unconfirmed alarm is about it.
  bool may_be_proved(const Edge& call) const { return !decided_.contains(&call) && !doubtful_.contains(&call); }
  bool is_open(const Edge& call) const { return !decided_.contains(&call); }
  // Nothing is left to be decided.
  bool are_decided() const { return open_.empty() && doubtful_.empty(); }
  // Something is left that may be proved.
  bool has_provable() const;
  // More than one may still be proved, so that looking at each is worthwhile.
  bool has_several_provable() const;

  // When an open target is reached.
  smt::Term any(smt::Terms& terms, const std::vector<symex::TargetTerm>& targets) const;

  // When those that may be proved are reached, but for the others.
  std::vector<smt::Term> provable(const std::vector<symex::TargetTerm>& targets,
                                  const std::set<const Edge*>& others = {}) const;
  // The same one by one, in the order of the calls' ids.
  struct Guards {
    const Edge* call = nullptr;
    std::vector<smt::Term> terms;
  };
  std::vector<Guards> provable_by_call(const std::vector<symex::TargetTerm>& targets,
                                       const std::set<const Edge*>& others) const;

  void doubt(const Edge& call) { doubtful_.insert(&call); }
  // Returns whether this decides a target that was open.
  bool reached(const task::Counterexample& found);
  // Whatever may be proved, but for these.
  void unreachable_but(const std::set<const Edge*>& others);

  const std::vector<task::TargetStatus>& statuses() const { return statuses_; }
  const task::Counterexample* first_reached() const;

private:
  void decide(task::TargetStatus status);

  task::Monitor& monitor_;
  std::string actor_;
  std::set<const Edge*> open_, decided_, doubtful_; // doubtful ones are open; calls through pointers are in no list
  std::vector<task::TargetStatus> statuses_;
};

} // namespace tandem::analysis::bounded
