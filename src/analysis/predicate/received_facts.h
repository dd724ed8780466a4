// What partners tell while predicate analysis runs. Invariants that they have proved are used where they refute an
// error path that the abstraction has: then they are proved again and conjoined to the abstractions at their location.
// Others cost nothing. Predicates are added to the precision.
#pragma once

#include "analysis/abstraction/abstraction.h"
#include "analysis/abstraction/precision.h"
#include "task/actor.h"

#include <map>
#include <string>
#include <vector>

namespace tandem::analysis::predicate {

class ReceivedFacts {
public:
  ReceivedFacts(const task::Task& task, task::Monitor& monitor, symex::Executor& executor, abstraction::Frames& frames,
                const abstraction::Values& values, abstraction::Precision& precision,
                abstraction::Abstraction& abstraction)
      : task_(task), monitor_(monitor), executor_(executor), frames_(frames), values_(values), precision_(precision),
        abstraction_(abstraction) {}

  void listen();
  // What holds where a block begins with these values, of what is used there.
  smt::Term invariant(reach::ControlPoint at, const abstraction::Entry& entry);
  // Uses more of what is known there, if that shows the term to be impossible; else nothing.
  bool refutes(reach::ControlPoint at, const abstraction::Entry& entry, smt::Term term);
  // To be called before the abstraction there is computed.
  void add_predicates(reach::ControlPoint at, const abstraction::Entry& entry);
  // Partners whose invariants were used.
  const std::vector<std::string>& sources() const { return sources_; }

private:
  struct Condition {
    const Expr* expr;
    std::string source;
  };
  struct Claim {
    const Location* location;
    const Expr* condition; // one conjunct
    std::string source;
    enum class Proof : std::uint8_t { NotTried, Failed, Done } proof = Proof::NotTried;
    bool is_used = false;
  };

  void take_invariants(const exchange::Fact& fact);
  void take_predicates(const exchange::Fact& fact);
  // Of the claims at the location that are not used yet, those that together contradict the term.
  std::vector<Claim*> contradicting(reach::ControlPoint at, const abstraction::Entry& entry, smt::Term term);
  void prove_claims();
  smt::Term term(const Expr& condition, reach::ControlPoint at, const abstraction::Entry& entry);
  bool is_about_current_values(smt::Term term);

  const task::Task& task_;
  task::Monitor& monitor_;
  symex::Executor& executor_;
  abstraction::Frames& frames_;
  const abstraction::Values& values_;
  abstraction::Precision& precision_;
  abstraction::Abstraction& abstraction_;
  std::vector<Claim> claims_;
  std::map<const Location*, std::vector<Condition>> predicates_;
  std::vector<std::string> sources_;
};

} // namespace tandem::analysis::predicate
