// Three kinds of information pass between partners, all of them as automata (GIAs). What was verified is combined with
// all that is known and taken out of the tasks of later partners: conditional model checking (Beyer, Henzinger,
// Keremoglu, Wendler, FSE 2012). Candidates go from the step that finds them to the steps that take them, and
// invariants from the step that gives them: the cycles of "Exchanging Information in Cooperative Software Validation"
// (SoSyM 2024). Candidates and invariants replace earlier ones; only what was verified accumulates.
//
// What a partner leaves that was stopped is an arbitrary part of what it would have explored. An engine that has to
// keep away from it may do more work than without it, where states are enumerated that it would have treated as one
// (docs/studies/exchange.md); such an engine is given the results of partners that came to their end.

#include "cooperate/partner_exchange.h"

#include "base/core/require.h"
#include "cooperate/contributions.h"

#include <algorithm>

namespace tandem::cooperate {

using task::Verdict;

bool passes_conditions(const StrategyStep& step) {
  if (step.kind == StrategyStepKind::Split) return true;
  if (step.kind == StrategyStepKind::Run) return step.passing != Passing::Nothing;
  return std::ranges::any_of(step.steps, passes_conditions) || std::ranges::any_of(step.otherwise, passes_conditions);
}

StrategyStep told(const StrategyStep& step, Exchange exchange) {
  const bool asks = step.candidates != CandidateExchange::None || step.invariants != InvariantExchange::None;
  StrategyStep result = step;
  if (exchange == Exchange::None && !asks && step.passing != Passing::Rest) result.passing = Passing::Nothing;
  return result;
}

bool PartnerExchange::has_work_for(const StrategyStep& step) const {
  if (step.passing == Passing::Rest && !complete_.verifies_something()) return false;
  return step.candidates != CandidateExchange::Take || knowledge_.asks();
}

std::shared_ptr<const exchange::Gia> PartnerExchange::condition_for(const StrategyStep& step) const {
  if (step.candidates == CandidateExchange::Take) return knowledge_.question();
  if (step.invariants == InvariantExchange::Take) return invariants_;
  if (step.passing != Passing::Nothing && knowledge_for(step).verifies_something()) return knowledge_for(step).gia();
  if (given_ != nullptr) return std::make_shared<const exchange::Gia>(*given_);
  return nullptr;
}

std::vector<std::string> PartnerExchange::sources_for(const StrategyStep& step) const {
  if (step.invariants == InvariantExchange::Take) return {invariants_source_};
  if (step.passing == Passing::Nothing) return {std::string(given_condition)};
  return knowledge_for(step).sources();
}

void PartnerExchange::take_candidates(const StrategyStep& step, task::Outcome& outcome) {
  const CandidateExchange role = step.candidates;
  if (role == CandidateExchange::Take && outcome.verdict == Verdict::True)
    outcome = {.reason = "none of the candidates is possible", .partners = std::move(outcome.partners)};
  if (role == CandidateExchange::None || outcome.verdict != Verdict::Unknown) return;
  if (outcome.gia && has_candidates(*outcome.gia))
    knowledge_.ask(&*outcome.gia);
  else if (role == CandidateExchange::Find)
    knowledge_.ask(nullptr);
}

PartnerExchange::Learnt PartnerExchange::learn(const StrategyStep& step, const task::Outcome& outcome,
                                               const std::string& partner) {
  if (!outcome.gia) return Learnt::Nothing;
  if (step.invariants == InvariantExchange::Give) {
    invariants_ = std::make_shared<const exchange::Gia>(*outcome.gia);
    invariants_source_ = partner;
    return Learnt::Invariants;
  }
  // Candidates are only for the steps that take them.
  const bool has_asked = step.candidates != CandidateExchange::None;
  const exchange::Gia said = has_asked ? without_candidates(*outcome.gia) : *outcome.gia;
  if (!was_stopped(outcome)) complete_.learn(said, partner);
  switch (knowledge_.learn(said, partner)) {
  case Knowledge::Learnt::Nothing: return Learnt::Nothing;
  case Knowledge::Learnt::Contradiction: return Learnt::Contradiction;
  case Knowledge::Learnt::Something: return Learnt::Condition;
  }
  unreachable();
}

} // namespace tandem::cooperate
