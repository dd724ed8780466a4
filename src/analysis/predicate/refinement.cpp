// CEGAR's refinement step (Clarke, Grumberg, Jha, Lu, Veith, CAV 2000), with several sources of predicates, cheapest
// first: conflicts of preconditions; a higher limit on cubes; interpolants; guesses from samples; conflicts with inputs
// instantiated. Preconditions run before the exact feasibility check, because they usually refute the path and then
// save it. Loops that come back are the sign of a diverging refinement: after 5 refinements of one location its
// predicates are guessed once, after 8, 16, 32, ... interpolants are computed in addition.

#include "analysis/predicate/refinement.h"

#include "analysis/abstraction/implicant.h"

#include <algorithm>
#include <bit>

namespace tandem::analysis::predicate {

namespace {

constexpr std::uint32_t visits_before_guessing = 5;
constexpr std::uint32_t visits_before_interpolants = 8;
constexpr std::chrono::milliseconds interpolation_limit{2'000};

// After `visits_before_interpolants` refinements of one location, and whenever their number has doubled since.
bool comes_back(std::uint32_t visits) {
  return visits % visits_before_interpolants == 0 && std::has_single_bit(visits / visits_before_interpolants);
}

} // namespace

Refinement Refiner::refine(const abstraction::Chain& chain) {
  const Refutation refutation = preconditions_.refute(chain, InputHandling::ProjectOut);
  const bool refuted = refutation.answer == Refutation::Answer::Refuted;
  if (refuted && add_predicates(chain, refutation.conflicts)) return {.kind = Refinement::Kind::Refined};
  if (!refuted) {
    abstraction::Feasibility exact = abstraction::check_chain(chain, values_, *new_solver_());
    if (exact.kind == abstraction::Feasibility::Kind::Feasible)
      return {.kind = Refinement::Kind::Feasible, .counterexample = std::move(exact.counterexample)};
    if (exact.kind == abstraction::Feasibility::Kind::Unknown) return {.reason = exact.reason};
  }
  if (refuted && abstraction_.raise_cube_limit()) return {.kind = Refinement::Kind::Refined};
  if (add_interpolants(chain) || guess_along(chain) || (!refuted && add_instances(chain)))
    return {.kind = Refinement::Kind::Refined};
  if (refutation.answer == Refutation::Answer::Unknown) return {.reason = "solver: limit reached"};
  if (refuted) return {.reason = "no predicates found"};
  return {.reason = "preconditions do not distinguish an infeasible path from feasible ones"};
}

void Refiner::note_visits(const Location& head, std::size_t count) {
  // One less than needed, so that the next refinement there guesses; guessing the same predicates again has no effect.
  const std::size_t noted = std::min<std::size_t>(count, visits_before_guessing - 1);
  visits_[&head] = std::max(visits_[&head], static_cast<std::uint32_t>(noted));
}

bool Refiner::add_instances(const abstraction::Chain& chain) {
  const Refutation refutation = preconditions_.refute(chain, InputHandling::Instantiate);
  return refutation.answer == Refutation::Answer::Refuted && add_predicates(chain, refutation.conflicts);
}

// The state before a block other than the first is the one at the end of its predecessor.
bool Refiner::add_predicates(const abstraction::Chain& chain, const std::vector<Conflict>& conflicts) {
  std::set<const Location*> visited;
  bool added = false;
  for (const Conflict& conflict : conflicts) {
    const abstraction::ChainLink& link = chain[conflict.point - 1];
    const Location& location = *link.exit->to.at.location;
    if (visited.insert(&location).second) {
      const std::uint32_t visits = ++visits_[&location];
      if (visits == visits_before_guessing) added |= guesses_.add(link.exit->to.at, *link.entry);
      if (comes_back(visits)) added |= add_interpolants(chain);
    }
    for (const smt::Term literal : conflict.literals)
      for (const smt::Term atom : abstraction::atoms(terms_, literal)) added |= precision_.add(location, atom);
  }
  if (added) return true;
  for (const Conflict& conflict : conflicts)
    added |= precision_.add(*chain[conflict.point - 1].exit->to.at.location, terms_.and_(conflict.literals));
  return added;
}

bool Refiner::add_interpolants(const abstraction::Chain& chain) {
  bool added = false;
  const std::vector<smt::Term> found = chain_interpolants(chain, terms_, abstraction_, interpolation_limit);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const smt::Term atom : abstraction::atoms(terms_, found[i]))
      added |= precision_.add(*chain[i].exit->to.at.location, atom);
  interpolated_ += added;
  return added;
}

// At the loops of the path whose predicates were not guessed before.
bool Refiner::guess_along(const abstraction::Chain& chain) {
  bool added = false;
  for (const abstraction::ChainLink& link : chain) {
    if (link.entry == nullptr) continue;
    std::uint32_t& visits = visits_[link.exit->to.at.location];
    if (visits >= visits_before_guessing) continue;
    visits = visits_before_guessing;
    added |= guesses_.add(link.exit->to.at, *link.entry);
  }
  return added;
}

} // namespace tandem::analysis::predicate
