// What partners tell while predicate analysis runs. Invariants that they have proved are proved again, which is cheap
// once they are known, and conjoined to the abstractions at their locations; predicates are added to the precision.
#pragma once

#include "analysis/abstraction/precision.h"
#include "task/actor.h"

#include <map>
#include <string>
#include <vector>

namespace tandem::analysis::predicate {

class ReceivedFacts {
public:
  ReceivedFacts(const task::Task& task, task::Monitor& monitor, symex::Executor& executor, abstraction::Frames& frames,
                const abstraction::Values& values, abstraction::Precision& precision)
      : task_(task), monitor_(monitor), executor_(executor), frames_(frames), values_(values), precision_(precision) {}

  void listen();
  // What holds where a block begins with these values.
  smt::Term invariant(reach::ControlPoint at, const abstraction::Entry& entry);
  // To be called before the abstraction there is computed.
  void add_predicates(reach::ControlPoint at, const abstraction::Entry& entry);
  // Partners whose invariants were used.
  const std::vector<std::string>& sources() const { return sources_; }

private:
  struct Condition {
    const Expr* expr;
    std::string source;
  };
  using Conditions = std::map<const Location*, std::vector<Condition>>;

  void take_invariants(const exchange::Fact& fact);
  void take_predicates(const exchange::Fact& fact);
  void prove_claims();
  smt::Term term(const Expr& condition, reach::ControlPoint at, const abstraction::Entry& entry);
  bool is_about_current_values(smt::Term term);

  const task::Task& task_;
  task::Monitor& monitor_;
  symex::Executor& executor_;
  abstraction::Frames& frames_;
  const abstraction::Values& values_;
  abstraction::Precision& precision_;
  std::vector<exchange::LocationInvariant> claims_; // conjunct by conjunct
  std::vector<std::string> claimants_;              // by claim
  Conditions invariants_, predicates_;
  std::vector<std::string> sources_;
};

} // namespace tandem::analysis::predicate
