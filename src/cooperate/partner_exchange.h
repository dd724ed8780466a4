// What the partners of a strategy tell each other: which condition each one is given, and what is taken back from its
// outcome.
#pragma once

#include "cooperate/knowledge.h"
#include "cooperate/live_exchange.h"
#include "cooperate/strategy.h"

#include <memory>
#include <string>
#include <vector>

namespace tandem::cooperate {

// Where every partner has the whole task, only the verdict of one of them counts, not what they verified together.
bool passes_conditions(const StrategyStep& step);

// Without exchange, partners do not learn what was verified before them either. Candidates and invariants that a step
// asks for are its task.
StrategyStep told(const StrategyStep& step, Exchange exchange);

class PartnerExchange {
public:
  // `known`: the condition of the strategy's own task; `given`: what a partner gets that ignores the others. Either may
  // be nullptr: nothing.
  PartnerExchange(const Program& program, const exchange::Gia* known, const exchange::Gia* given)
      : knowledge_(program, known), complete_(program, known), given_(given) {}

  const Knowledge& knowledge() const { return knowledge_; }

  // A step that takes candidates has nothing to do where there are none, nor has one for the rest where that is all.
  bool has_work_for(const StrategyStep& step) const;
  // nullptr: the partner gets the whole task.
  std::shared_ptr<const exchange::Gia> condition_for(const StrategyStep& step) const;
  // The partners whose results are in that condition.
  std::vector<std::string> sources_for(const StrategyStep& step) const;

  // Candidates in the outcome replace earlier ones. A partner that takes candidates has examined nothing else, so that
  // its TRUE becomes UNKNOWN.
  void take_candidates(const StrategyStep& step, task::Outcome& outcome);

  enum class Learnt : std::uint8_t { Nothing, Invariants, Condition, Contradiction };
  // From the automaton of an outcome without a verdict.
  Learnt learn(const StrategyStep& step, const task::Outcome& outcome, const std::string& partner);
  // Whether partners that came to their end have verified something since a partner of the step was given `condition`.
  bool knows_more_for(const StrategyStep& step, const exchange::Gia* condition) const {
    return knowledge_for(step).verifies_something() && knowledge_for(step).gia().get() != condition;
  }

private:
  const Knowledge& knowledge_for(const StrategyStep& step) const {
    return step.passing == Passing::Complete || step.passing == Passing::Rest ? complete_ : knowledge_;
  }

  Knowledge knowledge_;
  Knowledge complete_; // the same, of partners that came to their end
  const exchange::Gia* given_;
  std::shared_ptr<const exchange::Gia> invariants_; // as a partner has given them
  std::string invariants_source_;
};

} // namespace tandem::cooperate
