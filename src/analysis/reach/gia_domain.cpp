// Subset construction on the fly: sets of states are interned, so that comparing two is comparing pointers. With up to
// four different conditions on the transitions of one edge, there is one successor for each assignment of truth values
// to them; with more, only unconditional transitions are followed, which loses ut claims but is sound.

#include "analysis/reach/gia_domain.h"

#include <algorithm>

namespace tandem::analysis::reach {

using exchange::Accept;
using exchange::RunGia;
using exchange::StateId;

namespace {

class GiaState : public DomainState {
public:
  GiaState(std::vector<StateId> states, std::uint64_t number, bool is_verified)
      : states(std::move(states)), number(number), is_verified(is_verified) {}
  std::vector<StateId> states;
  std::uint64_t number;
  bool is_verified;
};

const GiaState& of(const DomainState& state) { return static_cast<const GiaState&>(state); }

// Splitting by more conditions than this costs more than the ut claims behind them save.
constexpr std::size_t most_conditions = 4;

} // namespace

StatePtr GiaDomain::intern(Set set) {
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  StatePtr& known = sets_[set];
  if (!known) {
    const bool verified =
        std::any_of(set.begin(), set.end(), [&](StateId id) { return gia_.accept(id) == Accept::Unreachable; });
    known = std::make_shared<GiaState>(std::move(set), sets_.size(), verified);
  }
  return known;
}

StatePtr GiaDomain::initial(const ControlPoint&) { return intern({gia_.initial()}); }

std::vector<Successor> GiaDomain::post(const StatePtr& state, const TransferStep& step) {
  if (step.kind == TransferKind::Return) return {{state, {}}};
  Set sure;
  struct Run {
    std::vector<const Expr*> conditions;
    StateId target;
  };
  std::vector<Run> runs;
  std::vector<const Expr*> conditions;
  for (const StateId from : of(*state).states)
    for (const RunGia::BoundTransition& transition : gia_.transitions(from, *step.edge)) {
      if (!future_[transition.target].ut) continue;
      Run run{{}, transition.target};
      for (const Expr* condition : {transition.assumption, transition.invariant}) {
        if (condition == nullptr) continue;
        run.conditions.push_back(condition);
        if (std::find(conditions.begin(), conditions.end(), condition) == conditions.end())
          conditions.push_back(condition);
      }
      if (run.conditions.empty())
        sure.push_back(transition.target);
      else
        runs.push_back(std::move(run));
    }
  if (conditions.empty() || conditions.size() > most_conditions) return {{intern(std::move(sure)), {}}};
  std::vector<Successor> result;
  for (std::size_t choice = 0; choice < std::size_t{1} << conditions.size(); ++choice) {
    const auto holds = [&](const Expr* condition) {
      const auto at = std::find(conditions.begin(), conditions.end(), condition) - conditions.begin();
      return (choice >> at & 1) != 0;
    };
    Set set = sure;
    for (const Run& run : runs)
      if (std::all_of(run.conditions.begin(), run.conditions.end(), holds)) set.push_back(run.target);
    std::vector<const Expr*> assumptions;
    Context& context = gia_.program().context();
    for (const Expr* condition : conditions)
      assumptions.push_back(holds(condition) ? condition : &context.unary(UnaryOp::LogicalNot, *condition));
    result.push_back({intern(std::move(set)), std::move(assumptions)});
  }
  return result;
}

bool GiaDomain::covers(const DomainState& larger, const DomainState& smaller, const ControlPoint&) {
  return of(larger).states == of(smaller).states;
}

std::uint64_t GiaDomain::hash(const DomainState& state) { return of(state).number; }

ExplorationStatus GiaDomain::exploration_status(const DomainState& state, const ControlPoint&) {
  return of(state).is_verified ? ExplorationStatus::verified() : ExplorationStatus::open();
}

} // namespace tandem::analysis::reach
