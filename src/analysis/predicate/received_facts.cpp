// Most of what partners have proved is of no use to the abstraction, which finds out itself what it needs; with all of
// it each abstraction would cost more, and every new invariant would make what is explored be explored again. So claims
// wait until an error path is possible that one of them excludes. Then claims are proved all together, used ones and
// others, since some are inductive only together with others (Houdini, invariants/invariants.h). That has a time limit;
// what is not proved within it is not used.

#include "analysis/predicate/received_facts.h"

#include "analysis/abstraction/implicant.h"
#include "analysis/invariants/invariants.h"
#include "exchange/gia/conjuncts.h"
#include "exchange/gia/invariant_gia.h"
#include "smt/term/traverse.h"
#include "task/monitors.h"

#include <algorithm>
#include <chrono>

namespace tandem::analysis::predicate {

namespace {

constexpr std::size_t most_at_a_location = 24;

class Deadline : public task::ForwardingMonitor {
public:
  Deadline(task::Monitor& monitor, std::chrono::milliseconds at_most)
      : ForwardingMonitor(monitor), end_(std::chrono::steady_clock::now() + at_most) {}
  bool should_stop() override { return std::chrono::steady_clock::now() >= end_ || ForwardingMonitor::should_stop(); }
  void progress(std::string_view) override {}
  void learnt(std::string_view) override {}

private:
  std::chrono::steady_clock::time_point end_;
};

} // namespace

void ReceivedFacts::listen() {
  for (const exchange::Fact& fact : monitor_.received()) {
    switch (fact.kind) {
    case exchange::FactKind::Invariants: take_invariants(fact); break;
    case exchange::FactKind::Candidates: break; // too many to be distinguished
    case exchange::FactKind::Predicates: take_predicates(fact); break;
    case exchange::FactKind::Refuted: break; // what is wrong is not proved
    }
  }
}

void ReceivedFacts::take_invariants(const exchange::Fact& fact) {
  for (const exchange::LocationInvariant& each : exchange::invariants_of(task_.program, fact.gia))
    for (const Expr* part : exchange::conjuncts(*each.condition))
      if (std::ranges::none_of(
              claims_, [&](const Claim& claim) { return claim.location == each.location && claim.condition == part; }))
        claims_.push_back({.location = each.location, .condition = part, .source = fact.source});
}

void ReceivedFacts::take_predicates(const exchange::Fact& fact) {
  for (const exchange::LocationInvariant& each : exchange::invariants_of(task_.program, fact.gia))
    for (const Expr* part : exchange::conjuncts(*each.condition)) {
      std::vector<Condition>& known = predicates_[each.location];
      if (known.size() < most_at_a_location && std::ranges::find(known, part, &Condition::expr) == known.end())
        known.push_back({part, fact.source});
    }
}

// Those that were tried before are candidates again: others may be inductive only together with them.
void ReceivedFacts::prove_claims() {
  constexpr std::chrono::milliseconds at_most{1'500};
  Deadline deadline(monitor_, at_most);
  std::vector<exchange::LocationInvariant> given;
  for (const Claim& claim : claims_) given.push_back({claim.location, claim.condition});
  const invariants::Invariants proved = invariants::find_invariants(
      task_, deadline,
      {.where_open = invariants::WhereOpen::Refuse, .guessing = invariants::Guessing::None, .given = given});
  for (std::size_t i = 0; i < claims_.size(); ++i)
    if (claims_[i].proof != Claim::Proof::Done)
      claims_[i].proof =
          std::ranges::find(proved.all, given[i]) != proved.all.end() ? Claim::Proof::Done : Claim::Proof::Failed;
}

std::vector<ReceivedFacts::Claim*> ReceivedFacts::contradicting(reach::ControlPoint at, const abstraction::Entry& entry,
                                                                smt::Term term) {
  smt::Terms& terms = executor_.terms();
  std::vector<Claim*> claims;
  std::vector<smt::Term> violations;
  for (Claim& claim : claims_) {
    if (claim.location != at.location || claim.is_used || claim.proof == Claim::Proof::Failed) continue;
    const smt::Term holds = this->term(*claim.condition, at, entry);
    if (terms.is_true(holds) || !is_about_current_values(holds)) continue;
    claims.push_back(&claim);
    violations.push_back(terms.not_(holds));
  }
  if (claims.empty()) return {};
  const auto needed = abstraction_.implies_some(term, violations);
  if (!needed) return {};
  std::vector<Claim*> result;
  for (std::size_t i = 0; i < claims.size(); ++i)
    if (std::ranges::find(*needed, violations[i]) != needed->end()) result.push_back(claims[i]);
  return result;
}

bool ReceivedFacts::refutes(reach::ControlPoint at, const abstraction::Entry& entry, smt::Term term) {
  while (true) {
    const std::vector<Claim*> needed = contradicting(at, entry, term);
    if (needed.empty()) return false;
    if (std::ranges::all_of(needed, [](const Claim* claim) { return claim->proof == Claim::Proof::Done; })) {
      for (Claim* claim : needed) claim->is_used = true;
      return true;
    }
    prove_claims();
  }
}

smt::Term ReceivedFacts::term(const Expr& condition, reach::ControlPoint at, const abstraction::Entry& entry) {
  semantics::symbolic::SymbolicState state = entry.state;
  return executor_.in(state, frames_[at.stack]).condition(condition);
}

bool ReceivedFacts::is_about_current_values(smt::Term term) {
  const auto variables = smt::variables(executor_.terms(), std::span(&term, 1));
  return std::ranges::all_of(variables, [&](smt::Term v) { return values_.is_symbol(v); });
}

smt::Term ReceivedFacts::invariant(reach::ControlPoint at, const abstraction::Entry& entry) {
  smt::Terms& terms = executor_.terms();
  smt::Term result = terms.true_();
  for (const Claim& claim : claims_) {
    if (!claim.is_used || claim.location != at.location) continue;
    const smt::Term holds = term(*claim.condition, at, entry);
    if (terms.is_true(holds) || !is_about_current_values(holds)) continue;
    result = terms.and_(result, holds);
    if (std::ranges::find(sources_, claim.source) == sources_.end()) sources_.push_back(claim.source);
  }
  return result;
}

void ReceivedFacts::add_predicates(reach::ControlPoint at, const abstraction::Entry& entry) {
  const auto found = predicates_.find(at.location);
  if (found == predicates_.end()) return;
  for (const Condition& condition : found->second)
    for (const smt::Term atom : abstraction::atoms(executor_.terms(), term(*condition.expr, at, entry)))
      if (!smt::variables(executor_.terms(), std::span(&atom, 1)).empty() && is_about_current_values(atom))
        precision_.add(*at.location, atom);
}

} // namespace tandem::analysis::predicate
