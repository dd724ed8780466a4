#include "analysis/candidate_domain.h"

#include <algorithm>

namespace tandem::analysis {

using automata::Accept;
using automata::StateId;

namespace {

class CandidateState : public DomainState {
public:
  CandidateState(std::vector<StateId> states, std::uint64_t number) : states(std::move(states)), number(number) {}
  std::vector<StateId> states;
  std::uint64_t number;
};

const CandidateState& of(const DomainState& state) { return static_cast<const CandidateState&>(state); }

} // namespace

StatePtr CandidateDomain::intern(Set set) {
  std::erase_if(set, [&](StateId id) { return !ahead_[id].cand; });
  std::ranges::sort(set);
  set.erase(std::unique(set.begin(), set.end()), set.end());
  const auto candidate = std::ranges::find_if(set, [&](StateId id) { return gia_.accept(id) == Accept::Candidate; });
  if (candidate != set.end()) set = {*candidate};
  StatePtr& known = sets_[set];
  if (!known) known = std::make_shared<CandidateState>(std::move(set), sets_.size());
  return known;
}

StatePtr CandidateDomain::initial(const Position&) { return intern({gia_.initial()}); }

std::vector<Successor> CandidateDomain::post(const StatePtr& state, const Step& step) {
  const Set& from = of(*state).states;
  const bool is_behind = from.size() == 1 && gia_.accept(from[0]) == Accept::Candidate;
  if (step.kind == StepKind::Leave || is_behind) return {{state, {}}};
  Set to;
  for (const StateId id : from)
    for (const automata::RunGia::Step& transition : gia_.steps(id, *step.edge)) to.push_back(transition.target);
  return {{intern(std::move(to)), {}}};
}

bool CandidateDomain::covers(const DomainState& larger, const DomainState& smaller, const Position&) {
  return of(larger).states == of(smaller).states;
}

std::uint64_t CandidateDomain::hash(const DomainState& state) { return of(state).number; }

Standing CandidateDomain::standing(const DomainState& state, const Position&) {
  return of(state).states.empty() ? Standing::settled() : Standing::open();
}

} // namespace tandem::analysis
