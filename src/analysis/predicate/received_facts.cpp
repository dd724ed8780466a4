// Claims are proved all together, old and new ones, since some are inductive only together with others (Houdini,
// invariants/invariants.h). That has a time limit; what is not proved within it is not used.

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

// Every abstraction is computed with all of them, so that many weak ones cost more than they help.
constexpr std::size_t most_at_a_location = 24;

class Deadline : public task::ForwardingMonitor {
public:
  Deadline(task::Monitor& monitor, std::chrono::milliseconds at_most)
      : ForwardingMonitor(monitor), end_(std::chrono::steady_clock::now() + at_most) {}
  bool should_stop() override { return std::chrono::steady_clock::now() >= end_ || ForwardingMonitor::should_stop(); }
  void progress(std::string_view) override {}

private:
  std::chrono::steady_clock::time_point end_;
};

} // namespace

void ReceivedFacts::listen() {
  const std::size_t before = claims_.size();
  for (const exchange::Fact& fact : monitor_.received()) {
    switch (fact.kind) {
    case exchange::FactKind::Invariants: take_invariants(fact); break;
    case exchange::FactKind::Candidates: break; // too many to be distinguished
    case exchange::FactKind::Predicates: take_predicates(fact); break;
    case exchange::FactKind::Refuted: break; // what is wrong was not proved
    }
  }
  if (claims_.size() > before) prove_claims();
}

void ReceivedFacts::take_invariants(const exchange::Fact& fact) {
  for (const exchange::LocationInvariant& each : exchange::invariants_of(task_.program, fact.gia))
    for (const Expr* part : exchange::conjuncts(*each.condition))
      if (const exchange::LocationInvariant claim{each.location, part};
          std::ranges::find(claims_, claim) == claims_.end()) {
        claims_.push_back(claim);
        claimants_.push_back(fact.source);
      }
}

void ReceivedFacts::take_predicates(const exchange::Fact& fact) {
  for (const exchange::LocationInvariant& each : exchange::invariants_of(task_.program, fact.gia))
    for (const Expr* part : exchange::conjuncts(*each.condition)) {
      std::vector<Condition>& known = predicates_[each.location];
      if (known.size() < most_at_a_location && std::ranges::find(known, part, &Condition::expr) == known.end())
        known.push_back({part, fact.source});
    }
}

void ReceivedFacts::prove_claims() {
  constexpr std::chrono::milliseconds at_most{1'500};
  Deadline deadline(monitor_, at_most);
  const invariants::Invariants proved = invariants::find_invariants(
      task_, deadline,
      {.where_open = invariants::WhereOpen::Refuse, .guessing = invariants::Guessing::None, .given = claims_});
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    std::vector<Condition>& known = invariants_[claims_[i].location];
    if (known.size() < most_at_a_location &&
        std::ranges::find(known, claims_[i].condition, &Condition::expr) == known.end() &&
        std::ranges::find(proved.all, claims_[i]) != proved.all.end())
      known.push_back({claims_[i].condition, claimants_[i]});
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
  const auto found = invariants_.find(at.location);
  if (found == invariants_.end()) return result;
  for (const Condition& condition : found->second) {
    const smt::Term holds = term(*condition.expr, at, entry);
    if (terms.is_true(holds) || !is_about_current_values(holds)) continue;
    result = terms.and_(result, holds);
    if (std::ranges::find(sources_, condition.source) == sources_.end()) sources_.push_back(condition.source);
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
