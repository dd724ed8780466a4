#include "analysis/predicate/received_facts.h"

#include "analysis/abstraction/implicant.h"
#include "exchange/gia/conjuncts.h"
#include "exchange/gia/invariant_gia.h"
#include "smt/term/traverse.h"

#include <algorithm>

namespace tandem::analysis::predicate {

namespace {

// Every abstraction is computed with all of them, so that many weak ones cost more than they help.
constexpr std::size_t most_at_a_location = 24;

} // namespace

void ReceivedFacts::listen() {
  for (const exchange::Fact& fact : monitor_.received()) {
    switch (fact.kind) {
    case exchange::FactKind::Invariants: take(fact, invariants_); break;
    case exchange::FactKind::Predicates: take(fact, predicates_); break;
    case exchange::FactKind::Refuted: forget(fact.about); break;
    }
  }
}

void ReceivedFacts::take(const exchange::Fact& fact, Conditions& conditions) {
  for (const exchange::LocationInvariant& each : exchange::invariants_of(task_.program, fact.gia))
    for (const Expr* part : exchange::conjuncts(*each.condition)) {
      std::vector<Condition>& known = conditions[each.location];
      if (known.size() < most_at_a_location && std::ranges::find(known, part, &Condition::expr) == known.end())
        known.push_back({part, fact.source});
    }
}

// What was derived from it so far stays: the strategy takes no proof that rests on this partner.
void ReceivedFacts::forget(const std::string& source) {
  for (auto& [location, known] : invariants_)
    std::erase_if(known, [&](const Condition& condition) { return condition.source == source; });
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
