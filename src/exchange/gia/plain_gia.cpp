// A path is a chain of states; the union copies the automaton with a new initial state.

#include "exchange/gia/plain_gia.h"

#include "exchange/gia/gia_copy.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace tandem::exchange {

Gia gia_of_everything(Accept accept, GiaHeader header) {
  GiaBuilder builder(std::move(header));
  builder.add_state(accept);
  return std::move(builder).finish();
}

namespace {

void add_error(GiaBuilder& builder, StateId start, std::span<const PathStep> path) {
  StateId at = start;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const StateId next = builder.add_state(i + 1 == path.size() ? Accept::Reached : Accept::Nothing);
    builder.add_transition(at, builder.label(path[i].edge->name), next, builder.text(path[i].assumption));
    at = next;
  }
}

} // namespace

Gia gia_of_error(std::span<const PathStep> path, GiaHeader header) {
  GiaBuilder builder(std::move(header));
  add_error(builder, builder.add_state(path.empty() ? Accept::Candidate : Accept::Nothing), path);
  return std::move(builder).finish();
}

// A run may go on for ever without saying anything, or end at one of the edges.
void add_unreachable_edges(GiaBuilder& builder, StateId start, const std::vector<const Edge*>& edges) {
  if (edges.empty()) return;
  const StateId anywhere = builder.add_state(Accept::Nothing), never = builder.add_state(Accept::Unreachable);
  std::vector<EdgeNameId> names;
  for (const Edge* edge : edges) names.push_back(builder.edge_name(edge->name));
  const LabelId label = builder.label(std::move(names));
  for (const StateId from : {start, anywhere}) {
    builder.add_transition(from, Gia::any, anywhere);
    builder.add_transition(from, label, never);
  }
}

std::vector<std::string> unreachable_edges(const Gia& gia) {
  const auto is_free = [&](const Gia::Transition& transition) {
    return transition.assumption == Gia::no_text && gia.states()[transition.target].invariant == Gia::no_text;
  };
  const auto has_any = [&](StateId from, StateId to) {
    return std::ranges::any_of(gia.out(from), [&](const Gia::Transition& transition) {
      return transition.label == Gia::any && transition.target == to && is_free(transition);
    });
  };
  const auto never_from = [&](StateId state) {
    std::set<std::string> names;
    for (const Gia::Transition& transition : gia.out(state))
      if (gia.states()[transition.target].accept == Accept::Unreachable && is_free(transition))
        for (const EdgeNameId edge : gia.edges(transition.label)) names.insert(gia.edge_name(edge));
    return names;
  };
  const std::set<std::string> at_first = never_from(gia.initial());
  std::vector<std::string> result;
  for (StateId anywhere = 0; anywhere < gia.states().size(); ++anywhere) {
    const bool is_anywhere =
        has_any(anywhere, anywhere) && (anywhere == gia.initial() || has_any(gia.initial(), anywhere));
    if (!is_anywhere) continue;
    std::ranges::set_intersection(at_first, never_from(anywhere), std::back_inserter(result));
  }
  return result;
}

namespace {

void add_targets(GiaBuilder& builder, StateId start, const DecidedTargets& targets) {
  for (const std::vector<PathStep>& path : targets.errors) add_error(builder, start, path);
  add_unreachable_edges(builder, start, targets.unreachable);
}

} // namespace

Gia with_error(const Gia& known, std::span<const PathStep> path) {
  return with_targets(known, {.unreachable = {}, .errors = {{path.begin(), path.end()}}});
}

Gia gia_of_targets(const DecidedTargets& targets, GiaHeader header) {
  GiaBuilder builder(std::move(header));
  add_targets(builder, builder.add_state(Accept::Nothing), targets);
  return std::move(builder).finish();
}

Gia with_targets(const Gia& known, const DecidedTargets& targets) {
  const Gia::State& old_start = known.states()[known.initial()];
  if (old_start.accept == Accept::Unreachable)
    return targets.errors.empty() ? known : gia_of_targets(targets, known.header());
  GiaBuilder builder(known.header());
  GiaCopy copy(known, builder);
  // A new initial state, since the old one may be entered again.
  const StateId start = builder.add_state(old_start.accept, "", copy.text(old_start.invariant));
  std::vector<StateId> states;
  for (const Gia::State& state : known.states()) {
    const Accept accept = state.accept == Accept::Reached ? Accept::Candidate : state.accept;
    states.push_back(builder.add_state(accept, "", copy.text(state.invariant)));
  }
  const auto add = [&](StateId source, const Gia::Transition& transition) {
    builder.add_transition(source, copy.label(transition.label), states[transition.target],
                           copy.text(transition.assumption));
  };
  for (const Gia::Transition& transition : known.out(known.initial())) add(start, transition);
  for (const Gia::Transition& transition : known.transitions()) add(states[transition.source], transition);
  add_targets(builder, start, targets);
  return std::move(builder).finish();
}

} // namespace tandem::exchange
