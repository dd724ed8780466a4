// The textbook inclusion test: breadth-first search over pairs of a state of the first automaton and the set of states
// that runs of the second reach along the same edges, under conditions that the run of the first has, too (the subset
// construction, on the fly). A pair is closed when the set accepts, and a counterexample when only the state does.

#include "exchange/combine/compare.h"
#include "exchange/gia/future_acceptance.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

namespace tandem::exchange::combine {

namespace {

constexpr std::size_t most_pairs = 2'000'000;

class InclusionSearch {
public:
  InclusionSearch(const Gia& first, const Gia& second, Accept accept)
      : first_(first), second_(second), accept_(accept), first_future_(future_acceptance(first)),
        second_future_(future_acceptance(second)) {
    std::unordered_map<std::string_view, std::uint32_t> edges, texts;
    for (EdgeNameId id = 0; id < first.edge_name_count(); ++id) edges.emplace(first.edge_name(id), id);
    for (TextId id = 0; id < first.text_count(); ++id) texts.emplace(first.text(id), id);
    for (EdgeNameId id = 0; id < second.edge_name_count(); ++id) {
      const auto next = static_cast<EdgeNameId>(edges.size());
      edge_in_first_.push_back(edges.try_emplace(second.edge_name(id), next).first->second);
    }
    for (TextId id = 0; id < second.text_count(); ++id) {
      const auto next = static_cast<TextId>(texts.size());
      text_in_first_.push_back(texts.try_emplace(second.text(id), next).first->second);
    }
    names_.resize(edges.size());
    for (const auto& [name, id] : edges) names_[id] = name;
  }

  Inclusion run() {
    visit(first_.initial(), {second_.initial()}, {});
    for (std::uint32_t at = 0; at < nodes_.size(); ++at) {
      if (first_.states()[nodes_[at].state].accept == accept_) return {Inclusion::Answer::Missing, example(at)};
      if (nodes_.size() > most_pairs) return {Inclusion::Answer::TooLarge, {}};
      expand(at);
    }
    return {};
  }

private:
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr EdgeNameId other_edge = UINT32_MAX; // any edge that neither automaton names here

  using StateSet = std::vector<StateId>; // of the second one, ordered
  using Conditions = std::array<TextId, 2>;

  struct Arrival {
    std::uint32_t from = none;
    EdgeNameId edge = other_edge;
    const Gia::Transition* transition = nullptr;
  };
  struct Node {
    StateId state = 0;
    std::uint32_t set = 0;
    Arrival arrival;
  };
  // A transition of the set, for an edge or (other_edge) for all.
  struct SetTransition {
    EdgeNameId edge = other_edge;
    Conditions conditions{};
    StateId target = 0;
  };

  bool leads_there(const FutureAcceptance& future) const {
    switch (accept_) {
    case Accept::Nothing: return false;
    case Accept::Unreachable: return future.ut;
    case Accept::Reached: return future.rt;
    case Accept::Candidate: return future.cand;
    }
    return false;
  }

  void visit(StateId state, StateSet set, Arrival arrival) {
    if (!leads_there(first_future_[state])) return;
    for (const StateId id : set)
      if (second_.states()[id].accept == accept_) return;
    std::ranges::sort(set);
    set.erase(std::unique(set.begin(), set.end()), set.end());
    const auto next = static_cast<std::uint32_t>(sets_.size());
    const auto [found, is_new] = set_index_.try_emplace(std::move(set), next);
    if (is_new) sets_.push_back(&found->first);
    if (seen_.insert(std::uint64_t{state} << 32 | found->second).second)
      nodes_.push_back({state, found->second, arrival});
  }

  void expand(std::uint32_t at) {
    const Node node = nodes_[at];
    const std::vector<SetTransition> steps = steps_of(*sets_[node.set]);
    std::set<EdgeNameId> named{other_edge};
    for (const SetTransition& step : steps) named.insert(step.edge);
    for (const Gia::Transition& transition : first_.out(node.state)) {
      if (transition.label == Gia::any)
        for (const EdgeNameId edge : named) follow(at, transition, edge, steps);
      for (const EdgeNameId edge : first_.edges(transition.label)) follow(at, transition, edge, steps);
    }
  }

  std::vector<SetTransition> steps_of(const StateSet& set) const {
    std::vector<SetTransition> result;
    for (const StateId id : set)
      for (const Gia::Transition& transition : second_.out(id)) {
        if (!leads_there(second_future_[transition.target])) continue;
        const Conditions conditions{text_in_first_[transition.assumption],
                                    text_in_first_[second_.states()[transition.target].invariant]};
        if (transition.label == Gia::any) result.push_back({other_edge, conditions, transition.target});
        for (const EdgeNameId edge : second_.edges(transition.label))
          result.push_back({edge_in_first_[edge], conditions, transition.target});
      }
    return result;
  }

  void follow(std::uint32_t at, const Gia::Transition& transition, EdgeNameId edge,
              const std::vector<SetTransition>& steps) {
    const Conditions given{transition.assumption, first_.states()[transition.target].invariant};
    StateSet next;
    for (const SetTransition& step : steps)
      if ((step.edge == other_edge || step.edge == edge) && std::ranges::all_of(step.conditions, [&](TextId text) {
            return text == Gia::no_text || std::ranges::find(given, text) != given.end();
          }))
        next.push_back(step.target);
    visit(transition.target, std::move(next), {at, edge, &transition});
  }

  std::vector<Contradiction::PathElement> example(std::uint32_t at) const {
    std::vector<Contradiction::PathElement> result;
    for (; nodes_[at].arrival.from != none; at = nodes_[at].arrival.from) {
      const Arrival& arrival = nodes_[at].arrival;
      Contradiction::PathElement step{arrival.edge == other_edge ? "*" : std::string(names_[arrival.edge]), {}};
      for (const TextId text : {arrival.transition->assumption, first_.states()[arrival.transition->target].invariant})
        if (text != Gia::no_text) step.conditions.push_back(first_.text(text));
      result.push_back(std::move(step));
    }
    std::ranges::reverse(result);
    return result;
  }

  const Gia &first_, &second_;
  Accept accept_;
  std::vector<FutureAcceptance> first_future_, second_future_;
  std::vector<EdgeNameId> edge_in_first_; // by the second's EdgeNameId; a new number if the first does not have it
  std::vector<TextId> text_in_first_;     // likewise
  std::vector<std::string_view> names_;
  std::map<StateSet, std::uint32_t> set_index_;
  std::vector<const StateSet*> sets_;
  std::set<std::uint64_t> seen_; // state and set
  std::vector<Node> nodes_;
};

} // namespace

Inclusion is_included(const Gia& first, const Gia& second, Accept accept) {
  return InclusionSearch(first, second, accept).run();
}

} // namespace tandem::exchange::combine
