// One backward search for each accepting set, one forward search; linear.

#include "exchange/combine/trim.h"

#include "exchange/gia/gia_copy.h"

namespace tandem::exchange::combine {

namespace {

constexpr StateId gone = UINT32_MAX;

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

void mark_backwards(const Gia& gia, const Sources& sources, Accept accept, bool FutureAcceptance::* flag,
                    std::vector<FutureAcceptance>& result) {
  std::vector<StateId> waiting;
  for (StateId id = 0; id < gia.states().size(); ++id)
    if (gia.states()[id].accept == accept) {
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
  mark_backwards(gia, sources, Accept::Unreachable, &FutureAcceptance::ut, result);
  mark_backwards(gia, sources, Accept::Reached, &FutureAcceptance::rt, result);
  mark_backwards(gia, sources, Accept::Candidate, &FutureAcceptance::cand, result);
  return result;
}

Gia trimmed(const Gia& gia) {
  const std::vector<FutureAcceptance> future = future_acceptance(gia);
  std::vector<bool> reached(gia.states().size());
  std::vector<StateId> waiting{gia.initial()};
  reached[gia.initial()] = true;
  while (!waiting.empty()) {
    const StateId id = waiting.back();
    waiting.pop_back();
    for (const Gia::Transition& transition : gia.out(id))
      if (future[transition.target].any() && !reached[transition.target]) {
        reached[transition.target] = true;
        waiting.push_back(transition.target);
      }
  }

  GiaBuilder builder(gia.header());
  GiaCopy copy(gia, builder);
  std::vector<StateId> ids(gia.states().size(), gone);
  for (StateId id = 0; id < gia.states().size(); ++id)
    if (reached[id]) ids[id] = copy.state(id);
  builder.set_initial(ids[gia.initial()]);
  for (const Gia::Transition& transition : gia.transitions())
    if (reached[transition.source] && future[transition.target].any())
      builder.add_transition(ids[transition.source], copy.label(transition.label), ids[transition.target],
                             copy.text(transition.assumption));
  return std::move(builder).finish();
}

} // namespace tandem::exchange::combine
