// The subset construction (Rabin, Scott, 1959), over sets of states that runs on one path have reached. Two things
// differ from textbooks:
//
// Conditions. A transition can be taken if its assumption and its target's invariant hold. If several transitions with
// different conditions match one edge, there is a case for each combination of their truth values, written into the
// assumption: for p and q these are p && q, p && !q and !p && q. Conditions that compare one lvalue with different
// constants are mutually exclusive and give one case each, so that the values of a test suite do not multiply.
//
// Decided sets. If one run accepts ut or rt, the other runs add nothing: the set is a single ut or rt state. If another
// run could still accept the opposite, the automaton contradicts itself.
//
// A transition on * beside other transitions needs "every other edge", which only the program can enumerate.

#include "exchange/combine/determinise.h"

#include "exchange/combine/exclusive_cases.h"
#include "exchange/combine/trim.h"
#include "exchange/gia/future_acceptance.h"
#include "exchange/gia/gia_conditions.h"
#include "exchange/gia/name_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

namespace tandem::exchange::combine {

namespace {

constexpr std::size_t most_sets = 4'000'000;
constexpr std::size_t longest_name = 60;

using StateSet = std::vector<StateId>; // ordered

bool is_decided(Accept accept) { return accept == Accept::Unreachable || accept == Accept::Reached; }

class Determiniser {
public:
  Determiniser(const Program& program, const Gia& gia)
      : program_(program), gia_(gia), future_(future_acceptance(gia)), conditions_(program, gia),
        builder_(gia.header()) {
    for (const Edge* edge : bind_edges(program, gia, conditions_)) edge_of_name_.push_back(edge->id);
  }

  Gia run() {
    enter({gia_.initial()}, {});
    for (StateId at = 0; at < sets_.size(); ++at)
      if (!sets_[at].states.empty()) expand(at);
    return std::move(builder_).finish();
  }

private:
  struct Set {
    StateSet states; // empty: decided
    StateId from = 0;
    std::string edge; // by which it was first reached, for messages
  };
  // By position in the list of transitions that leave a set.
  using Matches = std::vector<std::uint32_t>;
  struct Groups {
    Matches everywhere;                                  // transitions that match every edge
    std::map<Matches, std::vector<std::uint32_t>> named; // edges that more transitions match, grouped by these
  };

  StateId enter(StateSet states, Set arrival) {
    std::ranges::sort(states);
    states.erase(std::unique(states.begin(), states.end()), states.end());
    const std::optional<Accept> decided = decided_by(states, arrival);
    if (decided) {
      std::optional<StateId>& known = *decided == Accept::Unreachable ? ut_ : rt_;
      if (!known) {
        const auto first = std::ranges::find_if(states, [&](StateId id) { return accept(id) == *decided; });
        known = add_state(*decided, gia_.states()[*first].name, std::move(arrival), {});
      }
      return *known;
    }
    if (const auto found = index_.find(states); found != index_.end()) return found->second;
    if (sets_.size() >= most_sets) throw InputError("the automaton cannot be made deterministic: it becomes too large");
    const bool is_candidate = std::ranges::any_of(states, [&](StateId id) { return accept(id) == Accept::Candidate; });
    std::vector<std::string_view> names;
    for (const StateId id : states) names.push_back(gia_.states()[id].name);
    const StateId made = add_state(is_candidate ? Accept::Candidate : Accept::Nothing,
                                   fmt::format("{}", fmt::join(names, "|")), std::move(arrival), states);
    index_.emplace(std::move(states), made);
    return made;
  }

  Accept accept(StateId id) const { return gia_.states()[id].accept; }

  StateId add_state(Accept accept, std::string name, Set arrival, StateSet states) {
    if (name.size() > longest_name || names_.find(name)) name = fmt::format("set{}", sets_.size());
    while (names_.find(name)) name += "'";
    names_.add(name);
    arrival.states = std::move(states);
    sets_.push_back(std::move(arrival));
    return builder_.add_state(accept, std::move(name));
  }

  std::optional<Accept> decided_by(const StateSet& states, const Set& arrival) const {
    bool ut = false, rt = false, may_ut = false, may_rt = false;
    for (const StateId id : states) {
      ut |= accept(id) == Accept::Unreachable;
      rt |= accept(id) == Accept::Reached;
      may_ut |= future_[id].ut;
      may_rt |= future_[id].rt;
    }
    if ((ut && may_rt) || (rt && may_ut)) refuse(arrival);
    if (!ut && !rt) return std::nullopt;
    return ut ? Accept::Unreachable : Accept::Reached;
  }

  [[noreturn]] void refuse(const Set& arrival) const {
    std::vector<std::string> edges;
    for (const Set* at = &arrival; !at->edge.empty(); at = &sets_[at->from]) edges.push_back(at->edge);
    std::ranges::reverse(edges);
    throw InputError(fmt::format("the automaton contradicts itself: paths that begin with {} are claimed to be both ut "
                                 "and rt",
                                 fmt::join(edges, ", ")));
  }

  void expand(StateId at) {
    out_.clear();
    for (const StateId id : sets_[at].states)
      for (const Gia::Transition& transition : gia_.out(id)) out_.push_back(&transition);
    const Groups groups = group_edges();
    std::size_t named = 0;
    for (const auto& [matches, edges] : groups.named) {
      named += edges.size();
      add_cases(at, matches, edges, label(edges));
    }
    if (groups.everywhere.empty() || named == program_.edges().size()) return;
    add_cases(at, groups.everywhere, {}, named == 0 ? Gia::any : label(other_edges(groups)));
  }

  bool has_condition(const Gia::Transition& transition) const {
    return transition.assumption != Gia::no_text || gia_.states()[transition.target].invariant != Gia::no_text;
  }

  bool can_be_read(const Gia::Transition& transition, const Edge& edge) {
    const TextId invariant = gia_.states()[transition.target].invariant;
    return (transition.assumption == Gia::no_text || conditions_.find(transition.assumption, edge) != nullptr) &&
           (invariant == Gia::no_text || conditions_.find(invariant, edge) != nullptr);
  }

  // A transition on * without conditions matches every edge; one with conditions matches those where they have a
  // meaning.
  Groups group_edges() {
    Groups groups;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs; // edge and transition
    for (std::uint32_t i = 0; i < out_.size(); ++i) {
      for (const EdgeNameId name : gia_.edges(out_[i]->label)) pairs.push_back({edge_of_name_[name], i});
      if (out_[i]->label != Gia::any) continue;
      if (!has_condition(*out_[i])) {
        groups.everywhere.push_back(i);
        continue;
      }
      for (const Edge* edge : program_.edges())
        if (can_be_read(*out_[i], *edge)) pairs.push_back({edge->id, i});
    }
    std::ranges::sort(pairs);
    for (std::size_t i = 0; i < pairs.size();) {
      const std::uint32_t edge = pairs[i].first;
      Matches matches = groups.everywhere;
      for (; i < pairs.size() && pairs[i].first == edge; ++i) matches.push_back(pairs[i].second);
      std::ranges::sort(matches);
      groups.named[std::move(matches)].push_back(edge);
    }
    return groups;
  }

  std::vector<std::uint32_t> other_edges(const Groups& groups) const {
    std::vector<bool> taken(program_.edges().size());
    for (const auto& [matches, edges] : groups.named)
      for (const std::uint32_t edge : edges) taken[edge] = true;
    std::vector<std::uint32_t> rest;
    for (std::uint32_t id = 0; id < taken.size(); ++id)
      if (!taken[id]) rest.push_back(id);
    return rest;
  }

  LabelId label(const std::vector<std::uint32_t>& edges) {
    std::vector<EdgeNameId> names;
    for (const std::uint32_t id : edges) names.push_back(builder_.edge_name(program_.edges()[id]->name));
    return builder_.label(std::move(names));
  }

  // One transition for each case that the conditions of the matching transitions distinguish.
  void add_cases(StateId at, const Matches& matches, const std::vector<std::uint32_t>& edges, LabelId label) {
    Set arrival{{}, at, edges.empty() ? "*" : program_.edges()[edges[0]]->name};
    StateSet always;
    for (const std::uint32_t i : matches)
      if (!has_condition(*out_[i])) always.push_back(out_[i]->target);
    const bool decides = std::ranges::any_of(always, [&](StateId id) { return is_decided(accept(id)); });
    std::vector<const Gia::Transition*> bound;
    for (const std::uint32_t i : matches) {
      if (!has_condition(*out_[i]) || std::ranges::find(always, out_[i]->target) != always.end()) continue;
      if (decides)
        always.push_back(out_[i]->target); // to detect contradictions
      else
        bound.push_back(out_[i]);
    }
    if (bound.empty()) {
      builder_.add_transition(at, label, enter(std::move(always), std::move(arrival)));
      return;
    }
    for (const ExclusiveCase& each : exclusive_cases(gia_, bound, edges_of(edges), conditions_)) {
      StateSet targets = always;
      for (const std::uint32_t i : each.holding) targets.push_back(bound[i]->target);
      if (targets.empty()) continue;
      const StateId target = enter(std::move(targets), arrival);
      builder_.add_transition(at, label, target, builder_.text(each.text));
    }
  }

  std::vector<const Edge*> edges_of(const std::vector<std::uint32_t>& ids) const {
    std::vector<const Edge*> result;
    for (const std::uint32_t id : ids) result.push_back(program_.edges()[id]);
    return result;
  }

  const Program& program_;
  const Gia& gia_;
  std::vector<FutureAcceptance> future_;
  GiaConditions conditions_;
  GiaBuilder builder_;
  std::vector<std::uint32_t> edge_of_name_; // by EdgeNameId
  NameTable names_;
  std::vector<Set> sets_; // by StateId of the result
  std::map<StateSet, StateId> index_;
  std::optional<StateId> ut_, rt_;
  std::vector<const Gia::Transition*> out_; // of the set being expanded
};

} // namespace

Gia determinised(const Program& program, const Gia& gia) {
  const Gia useful = accepting_part(gia);
  return Determiniser(program, useful).run();
}

bool is_plainly_deterministic(const Gia& gia) {
  std::vector<EdgeNameId> edges;
  for (StateId id = 0; id < gia.states().size(); ++id) {
    edges.clear();
    for (const Gia::Transition& transition : gia.out(id)) {
      if (transition.label == Gia::any && gia.out(id).size() > 1) return false;
      edges.insert(edges.end(), gia.edges(transition.label).begin(), gia.edges(transition.label).end());
    }
    std::ranges::sort(edges);
    if (std::ranges::adjacent_find(edges) != edges.end()) return false;
  }
  return true;
}

} // namespace tandem::exchange::combine
