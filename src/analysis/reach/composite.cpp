// A step computes the cross product of the parts' successors, from the first part to the last, so that a split by one
// part is seen by all later ones, and a step that one part finds infeasible is infeasible as a whole. States are joined
// only if every part either joins or already covers the newer state.

#include "analysis/reach/domain.h"

namespace tandem::analysis::reach {

namespace {

class CompositeState : public DomainState {
public:
  explicit CompositeState(std::vector<StatePtr> parts) : parts(std::move(parts)) {}
  std::vector<StatePtr> parts;
};

const std::vector<StatePtr>& parts_of(const DomainState& state) {
  return static_cast<const CompositeState&>(state).parts;
}

} // namespace

const StatePtr& Composite::part(const DomainState& state, std::size_t i) { return parts_of(state)[i]; }

StatePtr Composite::initial(const ControlPoint& start) {
  std::vector<StatePtr> states;
  for (Domain* domain : parts_) states.push_back(domain->initial(start));
  return std::make_shared<CompositeState>(std::move(states));
}

std::vector<Successor> Composite::post(const StatePtr& state, const TransferStep& step) {
  struct Partial {
    std::vector<StatePtr> states;
    std::vector<const Expr*> assumptions;
  };
  std::vector<Partial> partial(1);
  for (std::size_t i = 0; i < parts_.size() && !partial.empty(); ++i) {
    std::vector<Partial> next;
    for (const Partial& before : partial) {
      TransferStep known = step;
      known.assumptions.insert(known.assumptions.end(), before.assumptions.begin(), before.assumptions.end());
      for (Successor& successor : parts_[i]->post(parts_of(*state)[i], known)) {
        Partial more = before;
        more.states.push_back(std::move(successor.state));
        more.assumptions.insert(more.assumptions.end(), successor.assumptions.begin(), successor.assumptions.end());
        next.push_back(std::move(more));
      }
    }
    partial = std::move(next);
  }
  std::vector<Successor> result;
  for (Partial& whole : partial)
    result.push_back({std::make_shared<CompositeState>(std::move(whole.states)), std::move(whole.assumptions)});
  return result;
}

bool Composite::covers(const DomainState& larger, const DomainState& smaller, const ControlPoint& at) {
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (part(larger, i) != part(smaller, i) && !parts_[i]->covers(*part(larger, i), *part(smaller, i), at))
      return false;
  return true;
}

StatePtr Composite::join(const StatePtr& older, const StatePtr& newer, const MergePoint& at) {
  std::vector<StatePtr> states;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const StatePtr &a = part(*older, i), &b = part(*newer, i);
    StatePtr joined = a == b ? a : parts_[i]->join(a, b, at);
    if (!joined && parts_[i]->covers(*a, *b, at.at)) joined = a;
    if (!joined) return nullptr;
    states.push_back(std::move(joined));
  }
  return std::make_shared<CompositeState>(std::move(states));
}

StatePtr Composite::narrow(const StatePtr& older, const StatePtr& newer, const MergePoint& at) {
  std::vector<StatePtr> states;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    states.push_back(parts_[i]->narrow(part(*older, i), part(*newer, i), at));
  return std::make_shared<CompositeState>(std::move(states));
}

std::uint64_t Composite::hash(const DomainState& state) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    result = result * 0x9e3779b97f4a7c15u + parts_[i]->hash(*part(state, i));
  return result;
}

ExplorationStatus Composite::exploration_status(const DomainState& state, const ControlPoint& at) {
  ExplorationStatus result;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    ExplorationStatus one = parts_[i]->exploration_status(*part(state, i), at);
    if (one.kind == ExplorationStatus::Kind::Verified) return one;
    if (one.kind == ExplorationStatus::Kind::CutOff) result = std::move(one);
  }
  return result;
}

} // namespace tandem::analysis::reach
