// The program is sampled once, on the first request, at all loop heads. A candidate invariant is evaluated over the
// symbols of the entry, and its atoms become predicates separately, so that the abstraction may use a part of a wrong
// candidate.

#include "analysis/predicate/guessed_predicates.h"

#include "analysis/abstraction/implicant.h"
#include "smt/term/traverse.h"

#include <algorithm>

namespace tandem::analysis::predicate {

namespace {

constexpr std::size_t guesses_for_a_loop = 24;

} // namespace

const invariants::LocationSamples* Guesses::samples(const Location& head) {
  if (!samples_) {
    std::vector<const Location*> heads;
    for (const Function* function : program_.functions()) {
      if (!function->has_body()) continue;
      const graph::WeakOrder order(*function);
      for (const graph::LoopComponent& loop : order.components()) heads.push_back(loop.head);
    }
    samples_ = invariants::sample(program_, heads, {.should_stop = should_stop_});
  }
  const auto found = samples_->find(&head);
  return found == samples_->end() ? nullptr : &found->second;
}

bool Guesses::add(reach::ControlPoint at, const abstraction::Entry& entry) {
  const invariants::LocationSamples* seen = samples(*at.location);
  if (seen == nullptr) return false;
  smt::Terms& terms = executor_.terms();
  bool added = false;
  for (const Expr* guess :
       invariants::candidates(program_, property_, *at.location, *seen, {.limit = guesses_for_a_loop})) {
    semantics::symbolic::SymbolicState state = entry.state;
    for (const smt::Term atom : abstraction::atoms(terms, executor_.in(state, frames_[at.stack]).condition(*guess))) {
      const auto variables = smt::variables(terms, std::span(&atom, 1));
      // Values that are unknown or exact at the entry need no predicates.
      if (variables.empty() || !std::ranges::all_of(variables, [&](smt::Term v) { return values_.is_symbol(v); }))
        continue;
      added |= precision_.add(*at.location, atom);
    }
  }
  return added;
}

} // namespace tandem::analysis::predicate
