// Subset construction on the fly with interned sets, as in reach/gia_domain.cpp, but with the roles reversed: states
// that cannot reach cand (future acceptance) are dropped from the set, and an empty set ends the path.

#include "analysis/cegar/candidate_domain.h"

#include <algorithm>

namespace tandem::analysis::cegar {

using exchange::Accept;
using exchange::StateId;

namespace {

class CandidateState : public reach::DomainState {
public:
  CandidateState(std::vector<StateId> states, std::uint64_t number) : states(std::move(states)), number(number) {}
  std::vector<StateId> states;
  std::uint64_t number;
};

const CandidateState& of(const reach::DomainState& state) { return static_cast<const CandidateState&>(state); }

} // namespace

reach::StatePtr CandidateDomain::intern(Set set) {
  std::erase_if(set, [&](StateId id) { return !future_[id].cand; });
  std::ranges::sort(set);
  set.erase(std::unique(set.begin(), set.end()), set.end());
  const auto candidate = std::ranges::find_if(set, [&](StateId id) { return gia_.accept(id) == Accept::Candidate; });
  if (candidate != set.end()) set = {*candidate};
  reach::StatePtr& known = sets_[set];
  if (!known) known = std::make_shared<CandidateState>(std::move(set), sets_.size());
  return known;
}

reach::StatePtr CandidateDomain::initial(const reach::ControlPoint&) { return intern({gia_.initial()}); }

std::vector<reach::Successor> CandidateDomain::post(const reach::StatePtr& state, const reach::TransferStep& step) {
  const Set& from = of(*state).states;
  const bool is_candidate = from.size() == 1 && gia_.accept(from[0]) == Accept::Candidate;
  if (step.kind == reach::TransferKind::Return || is_candidate) return {{state, {}}};
  Set to;
  for (const StateId id : from)
    for (const exchange::RunGia::BoundTransition& transition : gia_.transitions(id, *step.edge))
      to.push_back(transition.target);
  return {{intern(std::move(to)), {}}};
}

bool CandidateDomain::covers(const reach::DomainState& larger, const reach::DomainState& smaller,
                             const reach::ControlPoint&) {
  return of(larger).states == of(smaller).states;
}

std::uint64_t CandidateDomain::hash(const reach::DomainState& state) { return of(state).number; }

reach::ExplorationStatus CandidateDomain::exploration_status(const reach::DomainState& state,
                                                             const reach::ControlPoint&) {
  return of(state).states.empty() ? reach::ExplorationStatus::verified() : reach::ExplorationStatus::open();
}

} // namespace tandem::analysis::cegar
