// Edge names, labels and texts are interned as small numbers; transitions are sorted by source at the end, so that an
// automaton of millions of transitions is a few flat arrays.

#include "exchange/gia/gia.h"

#include "base/core/require.h"

#include <algorithm>

namespace tandem::exchange {

GiaBuilder::GiaBuilder(GiaHeader header) {
  gia_.header_ = std::move(header);
  gia_.labels_.emplace_back();
  gia_.texts_.emplace_back();
}

StateId GiaBuilder::add_state(Accept accept, std::string name, TextId invariant) {
  const auto id = static_cast<StateId>(gia_.states_.size());
  if (name.empty()) name = "q" + std::to_string(id);
  gia_.states_.push_back({std::move(name), accept, invariant});
  return id;
}

std::uint32_t GiaBuilder::intern(Index& index, std::vector<std::string>& store, std::string_view text) {
  if (const auto found = index.find(text); found != index.end()) return found->second;
  const auto id = static_cast<std::uint32_t>(store.size());
  store.emplace_back(text);
  index.emplace(text, id);
  return id;
}

EdgeNameId GiaBuilder::edge_name(std::string_view name) { return intern(edge_index_, gia_.edge_names_, name); }

TextId GiaBuilder::text(std::string_view expression) {
  if (expression.empty() || expression == "1") return Gia::no_text;
  return intern(text_index_, gia_.texts_, expression);
}

std::size_t GiaBuilder::LabelHash::operator()(const std::vector<EdgeNameId>& edges) const {
  std::size_t hash = edges.size();
  for (const EdgeNameId edge : edges) hash = hash * 0x9e3779b97f4a7c15u + edge;
  return hash;
}

LabelId GiaBuilder::label(std::vector<EdgeNameId> edges) {
  require(!edges.empty(), "a label needs an edge");
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  const auto [found, is_new] = label_index_.try_emplace(edges, static_cast<LabelId>(gia_.labels_.size()));
  if (is_new) gia_.labels_.push_back(std::move(edges));
  return found->second;
}

void GiaBuilder::add_transition(StateId source, LabelId label, StateId target, TextId assumption) {
  const Accept accept = gia_.states_[source].accept;
  require(accept != Accept::Unreachable && accept != Accept::Reached,
          "a state that accepts ut or rt should have no transitions");
  gia_.transitions_.push_back({source, label, assumption, target});
}

Gia GiaBuilder::finish() && {
  require(!gia_.states_.empty(), "an automaton needs a state");
  // Counting sort by source: linear, and stable.
  std::vector<std::uint32_t>& first = gia_.first_out_;
  first.assign(gia_.states_.size() + 1, 0);
  for (const Gia::Transition& transition : gia_.transitions_) ++first[transition.source + 1];
  for (std::size_t state = 0; state < gia_.states_.size(); ++state) first[state + 1] += first[state];
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  std::vector<Gia::Transition> ordered(gia_.transitions_.size());
  for (const Gia::Transition& transition : gia_.transitions_) ordered[next[transition.source]++] = transition;
  gia_.transitions_ = std::move(ordered);
  return std::move(gia_);
}

} // namespace tandem::exchange
