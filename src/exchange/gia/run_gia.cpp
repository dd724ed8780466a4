// Transitions are cached by state and edge in a flat hash table, since engines query the same ones over and over. Most
// answers are "none", and for a state with few transitions scanning them is cheaper than a lookup.

#include "exchange/gia/run_gia.h"

#include <algorithm>

namespace tandem::exchange {

namespace {

constexpr std::size_t few_transitions = 6;

std::size_t hash(std::uint64_t key) { return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32); }

} // namespace

RunGia::RunGia(const Program& program, const Gia& gia)
    : program_(&program), gia_(&gia), conditions_(program, gia), names_(program.edges().size(), unnamed), slots_(1024),
      lists_(1) {
  const std::vector<const Edge*> edges = bind_edges(program, gia, conditions_);
  for (EdgeNameId name = 0; name < edges.size(); ++name) names_[edges[name]->id] = name;
}

bool RunGia::matches(const Gia::Transition& transition, EdgeNameId name) const {
  if (transition.label == Gia::any) return true;
  const std::span<const EdgeNameId> edges = gia_->edges(transition.label);
  return edges.size() == 1 ? edges[0] == name : std::ranges::binary_search(edges, name);
}

const std::vector<RunGia::BoundTransition>& RunGia::transitions(StateId state, const Edge& edge) {
  const EdgeNameId name = names_[edge.id];
  const std::span<const Gia::Transition> out = gia_->out(state);
  if (out.size() <= few_transitions &&
      std::ranges::none_of(out, [&](const Gia::Transition& transition) { return matches(transition, name); }))
    return lists_.front();
  return remembered(state, edge, name);
}

const std::vector<RunGia::BoundTransition>& RunGia::remembered(StateId state, const Edge& edge, EdgeNameId name) {
  const std::uint64_t key = std::uint64_t{state} << 32 | edge.id;
  std::size_t at = hash(key) & (slots_.size() - 1);
  while (slots_[at].key != UINT64_MAX) {
    if (slots_[at].key == key) return lists_[slots_[at].list];
    at = (at + 1) & (slots_.size() - 1);
  }
  std::vector<BoundTransition> made = make_transitions(state, edge, name);
  std::uint32_t list = 0;
  if (!made.empty()) {
    list = static_cast<std::uint32_t>(lists_.size());
    lists_.push_back(std::move(made));
  }
  slots_[at] = {key, list};
  if (++used_slots_ * 2 > slots_.size()) grow();
  return lists_[list];
}

void RunGia::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  std::swap(old, slots_);
  for (const Slot& slot : old) {
    if (slot.key == UINT64_MAX) continue;
    std::size_t at = hash(slot.key) & (slots_.size() - 1);
    while (slots_[at].key != UINT64_MAX) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

std::vector<RunGia::BoundTransition> RunGia::make_transitions(StateId state, const Edge& edge, EdgeNameId name) {
  std::vector<BoundTransition> result;
  for (const Gia::Transition& transition : gia_->out(state)) {
    if (!matches(transition, name)) continue;
    BoundTransition step{.target = transition.target};
    const TextId invariant = gia_->states()[transition.target].invariant;
    if (transition.assumption != Gia::no_text) {
      step.assumption = conditions_.find(transition.assumption, edge);
      if (step.assumption == nullptr) continue;
    }
    if (invariant != Gia::no_text) {
      step.invariant = conditions_.find(invariant, edge);
      if (step.invariant == nullptr) continue;
    }
    result.push_back(step);
  }
  return result;
}

Coverage covers(RunGia& gia, const GiaPath& path) {
  Coverage result;
  std::vector<StateId> current, next;
  const auto enter = [&](StateId state) {
    switch (gia.accept(state)) {
    case Accept::Nothing: break;
    case Accept::Unreachable: result.ut = true; return;
    case Accept::Reached: result.rt = true; return;
    case Accept::Candidate: result.cand = true; break;
    }
    next.push_back(state);
  };
  enter(gia.initial());
  for (std::size_t i = 0; i < path.edges.size() && !next.empty(); ++i) {
    std::ranges::sort(next);
    next.erase(std::unique(next.begin(), next.end()), next.end());
    std::swap(current, next);
    next.clear();
    for (const StateId state : current)
      for (const RunGia::BoundTransition& step : gia.transitions(state, *path.edges[i])) {
        if (step.assumption != nullptr && !path.holds(i + 1, *step.assumption)) continue;
        if (step.invariant != nullptr && !path.holds(i + 1, *step.invariant)) continue;
        enter(step.target);
      }
  }
  return result;
}

} // namespace tandem::exchange
