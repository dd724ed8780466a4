// One backward search for each accepting set and for invariants; linear.

#include "exchange/gia/future_acceptance.h"

namespace tandem::exchange {

namespace {

// By target: the sources of transitions, packed.
struct Sources {
  explicit Sources(const Gia& gia) : first(gia.states().size() + 1), states(gia.transitions().size()) {
    for (const Gia::Transition& transition : gia.transitions()) ++first[transition.target + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (const Gia::Transition& transition : gia.transitions()) states[next[transition.target]++] = transition.source;
  }

  std::vector<std::uint32_t> first;
  std::vector<StateId> states;
};

template <typename IsGoal>
void mark_backwards(const Gia& gia, const Sources& sources, const IsGoal& is_goal, bool FutureAcceptance::* flag,
                    std::vector<FutureAcceptance>& result) {
  std::vector<StateId> waiting;
  for (StateId id = 0; id < gia.states().size(); ++id)
    if (is_goal(gia.states()[id])) {
      result[id].*flag = true;
      waiting.push_back(id);
    }
  while (!waiting.empty()) {
    const StateId id = waiting.back();
    waiting.pop_back();
    for (std::uint32_t i = sources.first[id]; i < sources.first[id + 1]; ++i)
      if (!(result[sources.states[i]].*flag)) {
        result[sources.states[i]].*flag = true;
        waiting.push_back(sources.states[i]);
      }
  }
}

} // namespace

std::vector<FutureAcceptance> future_acceptance(const Gia& gia) {
  const Sources sources(gia);
  std::vector<FutureAcceptance> result(gia.states().size());
  const auto accepts = [](Accept accept) {
    return [accept](const Gia::State& state) { return state.accept == accept; };
  };
  mark_backwards(gia, sources, accepts(Accept::Unreachable), &FutureAcceptance::ut, result);
  mark_backwards(gia, sources, accepts(Accept::Reached), &FutureAcceptance::rt, result);
  mark_backwards(gia, sources, accepts(Accept::Candidate), &FutureAcceptance::cand, result);
  mark_backwards(
      gia, sources, [](const Gia::State& state) { return state.invariant != Gia::no_text; },
      &FutureAcceptance::invariant, result);
  return result;
}

} // namespace tandem::exchange
