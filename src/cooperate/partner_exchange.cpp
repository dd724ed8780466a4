// Three kinds of information pass between partners, all of them as automata (GIAs). What was verified is combined with
// all that is known and taken out of the tasks of later partners: conditional model checking (Beyer, Henzinger,
// Keremoglu, Wendler, FSE 2012). Candidates go from the step that finds them to the steps that take them, and
// invariants from the step that gives them: the cycles of "Exchanging Information in Cooperative Software Validation"
// (SoSyM 2024). Candidates and invariants replace earlier ones; only what was verified accumulates.

#include "cooperate/partner_exchange.h"

#include "base/core/require.h"

namespace tandem::cooperate {

using task::Verdict;

bool PartnerExchange::has_work_for(const StrategyStep& step) const {
  return step.candidates != CandidateExchange::Take || knowledge_.asks();
}

std::shared_ptr<const exchange::Gia> PartnerExchange::condition_for(const StrategyStep& step) const {
  if (step.candidates == CandidateExchange::Take) return knowledge_.question();
  if (step.invariants == InvariantExchange::Take) return invariants_;
  if (step.passing == Passing::Condition && knowledge_.verifies_something()) return knowledge_.gia();
  if (given_ != nullptr) return std::make_shared<const exchange::Gia>(*given_);
  return nullptr;
}

std::vector<std::string> PartnerExchange::sources_for(const StrategyStep& step) const {
  if (step.invariants == InvariantExchange::Take) return {invariants_source_};
  if (step.passing == Passing::Nothing) return {std::string(given_condition)};
  return knowledge_.sources();
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
  switch (knowledge_.learn(has_asked ? without_candidates(*outcome.gia) : *outcome.gia, partner)) {
  case Knowledge::Learnt::Nothing: return Learnt::Nothing;
  case Knowledge::Learnt::Contradiction: return Learnt::Contradiction;
  case Knowledge::Learnt::Something: return Learnt::Condition;
  }
  unreachable();
}

} // namespace tandem::cooperate
