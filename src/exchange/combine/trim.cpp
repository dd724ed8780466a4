// One forward search from the initial state over states with a future.

#include "exchange/combine/trim.h"

#include "exchange/gia/future_acceptance.h"
#include "exchange/gia/gia_copy.h"

namespace tandem::exchange::combine {

namespace {

constexpr StateId gone = UINT32_MAX;

Gia useful_part(const Gia& gia, bool (FutureAcceptance::*is_useful)() const) {
  const std::vector<FutureAcceptance> future = future_acceptance(gia);
  std::vector<bool> reached(gia.states().size());
  std::vector<StateId> waiting{gia.initial()};
  reached[gia.initial()] = true;
  while (!waiting.empty()) {
    const StateId id = waiting.back();
    waiting.pop_back();
    for (const Gia::Transition& transition : gia.out(id))
      if ((future[transition.target].*is_useful)() && !reached[transition.target]) {
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
    if (reached[transition.source] && (future[transition.target].*is_useful)())
      builder.add_transition(ids[transition.source], copy.label(transition.label), ids[transition.target],
                             copy.text(transition.assumption));
  return std::move(builder).finish();
}

} // namespace

Gia trimmed(const Gia& gia) { return useful_part(gia, &FutureAcceptance::any); }
Gia accepting_part(const Gia& gia) { return useful_part(gia, &FutureAcceptance::accepts); }

} // namespace tandem::exchange::combine
