#include "analysis/predicate_guess.h"

#include "analysis/implicant.h"
#include "smt/traverse.h"

#include <algorithm>

namespace tandem::analysis::predicate {

namespace {

constexpr std::size_t guesses_for_a_loop = 24;

} // namespace

const LocationSamples* Guesses::samples(const Location& head) {
  if (!samples_) {
    std::vector<const Location*> heads;
    for (const Function* function : program_.functions()) {
      if (!function->has_body()) continue;
      const WeakOrder order(*function);
      for (const LoopComponent& loop : order.components()) heads.push_back(loop.head);
    }
    samples_ = sample(program_, heads, {.should_stop = should_stop_});
  }
  const auto found = samples_->find(&head);
  return found == samples_->end() ? nullptr : &found->second;
}

bool Guesses::add(Position at, const Entry& entry) {
  const LocationSamples* seen = samples(*at.location);
  if (seen == nullptr) return false;
  Terms& terms = executor_.terms();
  bool added = false;
  for (const Expr* guess : candidates(program_, property_, *at.location, *seen, {.limit = guesses_for_a_loop})) {
    semantics::SymbolicState state = entry.state;
    for (const Term atom : atoms(terms, executor_.in(state, frames_[at.stack]).condition(*guess))) {
      const auto variables = smt::variables(terms, std::span(&atom, 1));
      // What has no value there, or an exact one, is no matter for predicates.
      if (variables.empty() || !std::ranges::all_of(variables, [&](Term v) { return values_.is_symbol(v); })) continue;
      added |= precision_.add(*at.location, atom);
    }
  }
  return added;
}

} // namespace tandem::analysis::predicate
