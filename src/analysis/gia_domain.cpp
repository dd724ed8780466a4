#include "analysis/gia_domain.h"

#include <algorithm>

namespace tandem::analysis {

using automata::Accept;
using automata::RunGia;
using automata::StateId;

namespace {

class GiaState : public DomainState {
public:
  GiaState(std::vector<StateId> states, std::uint64_t number, bool is_settled)
      : states(std::move(states)), number(number), is_settled(is_settled) {}
  std::vector<StateId> states;
  std::uint64_t number;
  bool is_settled;
};

const GiaState& of(const DomainState& state) { return static_cast<const GiaState&>(state); }

// Splitting by more conditions than this costs more than following all runs to the end is worth.
constexpr std::size_t most_conditions = 4;

} // namespace

StatePtr GiaDomain::intern(Set set) {
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  StatePtr& known = sets_[set];
  if (!known) {
    const bool settled =
        std::any_of(set.begin(), set.end(), [&](StateId id) { return gia_.accept(id) == Accept::Unreachable; });
    known = std::make_shared<GiaState>(std::move(set), sets_.size(), settled);
  }
  return known;
}

StatePtr GiaDomain::initial(const Position&) { return intern({gia_.initial()}); }

std::vector<Successor> GiaDomain::post(const StatePtr& state, const Step& step) {
  if (step.kind == StepKind::Leave) return {{state, {}}};
  Set sure;
  struct Run {
    std::vector<const Expr*> conditions;
    StateId target;
  };
  std::vector<Run> runs;
  std::vector<const Expr*> conditions;
  for (const StateId from : of(*state).states)
    for (const RunGia::Step& transition : gia_.steps(from, *step.edge)) {
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

bool GiaDomain::covers(const DomainState& larger, const DomainState& smaller, const Position&) {
  return of(larger).states == of(smaller).states;
}

std::uint64_t GiaDomain::hash(const DomainState& state) { return of(state).number; }

Standing GiaDomain::standing(const DomainState& state, const Position&) {
  return of(state).is_settled ? Standing::settled() : Standing::open();
}

} // namespace tandem::analysis
