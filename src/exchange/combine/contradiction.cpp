// Breadth-first search over pairs of states that the two automata reach along the same edges; a run that is decided
// waits for the other one. Pairs from which ut on one side and rt on the other are not both reachable are pruned
// (future acceptance), which usually leaves few. The position in the program is a third component; since most automata
// are consistent on all sequences of edges, the search without it comes first.

#include "exchange/combine/contradiction.h"

#include "base/core/input_error.h"
#include "exchange/combine/program_positions.h"
#include "exchange/gia/future_acceptance.h"
#include "program/model/property.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace tandem::exchange::combine {

namespace {

// What ends an execution. The notation that tandem uses where property files have none (of checks, of a part of the
// program) does not name the program's own error functions: these are the default ones.
ErrorFunctions error_functions(const GiaHeader& header) {
  if (!header.property.starts_with("CHECK")) return default_property().error_functions;
  try {
    return parse_property(header.property, "the automaton").error_functions;
  } catch (const InputError&) {
    return {};
  }
}

constexpr std::size_t most_pairs = 4'000'000;

// Which of the two runs has conditions that the other does not have.
enum class Stronger : std::uint8_t { Neither, First, Second };

class PairSearch {
public:
  // Without a program, every sequence of edges counts.
  PairSearch(const Gia& first, const Gia& second, const Program* program)
      : first_(first), second_(second), first_future_(future_acceptance(first)),
        second_future_(future_acceptance(second)) {
    if (program != nullptr) positions_.emplace(*program, error_functions(first.header()));
    std::unordered_map<std::string_view, std::uint32_t> edges, texts;
    for (EdgeNameId id = 0; id < first.edge_name_count(); ++id) edges.emplace(first.edge_name(id), id);
    for (TextId id = 0; id < first.text_count(); ++id) texts.emplace(first.text(id), id);
    const auto count = [](std::size_t size) { return static_cast<std::uint32_t>(size); };
    for (EdgeNameId id = 0; id < second.edge_name_count(); ++id)
      edge_in_first_.push_back(edges.try_emplace(second.edge_name(id), count(edges.size())).first->second);
    for (TextId id = 0; id < second.text_count(); ++id)
      text_in_first_.push_back(texts.try_emplace(second.text(id), count(texts.size())).first->second);
  }

  ContradictionSearch run() {
    visit(first_.initial(), second_.initial(), 0, Stronger::Neither, {});
    for (std::uint32_t at = 0; at < nodes_.size(); ++at) {
      if (contradicts(nodes_[at])) return {.found = example(at)};
      if (nodes_.size() >= most_pairs) return {.is_complete = false};
      if (positions_)
        expand_in_program(at);
      else
        expand(at);
    }
    return {};
  }

private:
  static constexpr std::uint32_t none = UINT32_MAX;

  struct Arrival {
    std::uint32_t from = none;
    const Gia::Transition* first = nullptr;  // nullptr: already decided
    const Gia::Transition* second = nullptr; // likewise
    const Edge* edge = nullptr;              // if the program is known
  };
  struct Node {
    StateId first = 0, second = 0;
    ProgramPositions::Position position = 0; // 0 without a program
    Stronger stronger = Stronger::Neither;
    Arrival arrival;
  };
  struct Seen {
    std::uint64_t pair = 0;
    ProgramPositions::Position position = 0;
    Stronger stronger = Stronger::Neither;
    bool operator==(const Seen&) const = default;
  };
  struct SeenHash {
    std::size_t operator()(const Seen& seen) const {
      const std::uint64_t rest = std::uint64_t{seen.position} << 2 | static_cast<std::uint64_t>(seen.stronger);
      const std::uint64_t hash = (seen.pair ^ rest * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
      return hash ^ hash >> 32;
    }
  };

  static bool is_decided(Accept accept) { return accept == Accept::Unreachable || accept == Accept::Reached; }
  Accept accept_first(const Node& node) const { return first_.states()[node.first].accept; }
  Accept accept_second(const Node& node) const { return second_.states()[node.second].accept; }

  bool contradicts(const Node& node) const {
    return is_decided(accept_first(node)) && is_decided(accept_second(node)) &&
           accept_first(node) != accept_second(node);
  }

  void visit(StateId first, StateId second, ProgramPositions::Position position, Stronger stronger, Arrival arrival) {
    const FutureAcceptance a = first_future_[first], b = second_future_[second];
    if (!((a.ut && b.rt) || (a.rt && b.ut))) return;
    if (!seen_.insert({std::uint64_t{first} << 32 | second, position, stronger}).second) return;
    nodes_.push_back({first, second, position, stronger, arrival});
  }

  void expand(std::uint32_t at) {
    const Node node = nodes_[at];
    if (is_decided(accept_first(node))) {
      for (const Gia::Transition& transition : second_.out(node.second)) step(at, nullptr, &transition, {});
    } else if (is_decided(accept_second(node))) {
      for (const Gia::Transition& transition : first_.out(node.first)) step(at, &transition, nullptr, {});
    } else {
      join(at, node);
    }
  }

  void expand_in_program(std::uint32_t at) {
    const Node node = nodes_[at];
    for (const ProgramPositions::Step& next : positions_->steps(node.position)) {
      const Transitions mine = on(first_, accept_first(node), node.first, *next.edge);
      const Transitions other = on(second_, accept_second(node), node.second, *next.edge);
      for (const Gia::Transition* a : mine)
        for (const Gia::Transition* b : other) step(at, a, b, next);
    }
  }

  using Transitions = std::vector<const Gia::Transition*>;

  // Those for the edge; nullptr alone if the run is decided and waits.
  static Transitions on(const Gia& gia, Accept accept, StateId state, const Edge& edge) {
    if (is_decided(accept)) return {nullptr};
    Transitions result;
    for (const Gia::Transition& transition : gia.out(state))
      if (transition.label == Gia::any || std::ranges::any_of(gia.edges(transition.label), [&](EdgeNameId id) {
            return gia.edge_name(id) == edge.name;
          }))
        result.push_back(&transition);
    return result;
  }

  // All pairs of transitions with an edge in common, found by their edges.
  void join(std::uint32_t at, const Node& node) {
    by_edge_.clear();
    for (const Gia::Transition& transition : second_.out(node.second))
      for (const EdgeNameId edge : second_.edges(transition.label))
        by_edge_.push_back({edge_in_first_[edge], &transition});
    std::ranges::sort(by_edge_);
    pairs_.clear();
    for (const Gia::Transition& mine : first_.out(node.first)) {
      for (const Gia::Transition& other : second_.out(node.second))
        if (mine.label == Gia::any || other.label == Gia::any) pairs_.push_back({&mine, &other});
      for (const EdgeNameId edge : first_.edges(mine.label))
        for (auto found = std::ranges::lower_bound(by_edge_, edge, {}, &EdgeTransition::first);
             found != by_edge_.end() && found->first == edge; ++found)
          pairs_.push_back({&mine, found->second});
    }
    std::ranges::sort(pairs_);
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    for (const auto& [mine, other] : pairs_) step(at, mine, other, {});
  }

  void step(std::uint32_t at, const Gia::Transition* mine, const Gia::Transition* other, ProgramPositions::Step next) {
    const Node node = nodes_[at];
    const auto weaker = compare(node.stronger, mine, other);
    if (!weaker) return;
    visit(mine != nullptr ? mine->target : node.first, other != nullptr ? other->target : node.second, next.to, *weaker,
          {at, mine, other, next.edge});
  }

  using Conditions = std::array<TextId, 2>;

  Conditions conditions_first(const Gia::Transition* transition) const {
    if (transition == nullptr) return {};
    return {transition->assumption, first_.states()[transition->target].invariant};
  }
  Conditions conditions_second(const Gia::Transition* transition) const {
    if (transition == nullptr) return {};
    return {text_in_first_[transition->assumption], text_in_first_[second_.states()[transition->target].invariant]};
  }

  static bool are_among(const Conditions& some, const Conditions& all) {
    return std::ranges::all_of(
        some, [&](TextId text) { return text == Gia::no_text || std::ranges::find(all, text) != all.end(); });
  }

  // nullopt if each run has a condition that the other does not have.
  std::optional<Stronger> compare(Stronger before, const Gia::Transition* mine, const Gia::Transition* other) const {
    const Conditions a = conditions_first(mine), b = conditions_second(other);
    const bool first_in_second = are_among(a, b), second_in_first = are_among(b, a);
    if (first_in_second && second_in_first) return before;
    if (first_in_second && before != Stronger::First) return Stronger::Second;
    if (second_in_first && before != Stronger::Second) return Stronger::First;
    return std::nullopt;
  }

  Contradiction example(std::uint32_t at) const {
    Contradiction result{.first = accept_first(nodes_[at]), .second = accept_second(nodes_[at])};
    for (; nodes_[at].arrival.from != none; at = nodes_[at].arrival.from) result.path.push_back(step_of(nodes_[at]));
    std::ranges::reverse(result.path);
    return result;
  }

  Contradiction::PathElement step_of(const Node& node) const {
    Contradiction::PathElement step{"*", {}};
    const auto [from, mine, other, edge] = node.arrival;
    if (edge != nullptr) {
      step.edge = edge->name;
    } else if (mine != nullptr && other != nullptr && mine->label != Gia::any && other->label != Gia::any) {
      for (const EdgeNameId edge : second_.edges(other->label))
        if (std::ranges::binary_search(first_.edges(mine->label), edge_in_first_[edge]))
          step.edge = second_.edge_name(edge);
    } else if (mine != nullptr && mine->label != Gia::any) {
      step.edge = first_.edge_name(first_.edges(mine->label)[0]);
    } else if (other != nullptr && other->label != Gia::any) {
      step.edge = second_.edge_name(second_.edges(other->label)[0]);
    }
    const auto add = [&](const Gia& gia, TextId text) {
      const std::string& shown = gia.text(text);
      if (text != Gia::no_text && std::ranges::find(step.conditions, shown) == step.conditions.end())
        step.conditions.push_back(shown);
    };
    if (mine != nullptr) add(first_, mine->assumption), add(first_, first_.states()[mine->target].invariant);
    if (other != nullptr) add(second_, other->assumption), add(second_, second_.states()[other->target].invariant);
    return step;
  }

  using EdgeTransition = std::pair<EdgeNameId, const Gia::Transition*>;

  const Gia &first_, &second_;
  std::vector<FutureAcceptance> first_future_, second_future_;
  std::vector<EdgeNameId> edge_in_first_; // by the second's EdgeNameId; a new number if the first does not have it
  std::vector<TextId> text_in_first_;     // likewise
  std::vector<Node> nodes_;
  std::unordered_set<Seen, SeenHash> seen_;
  std::optional<ProgramPositions> positions_;
  std::vector<EdgeTransition> by_edge_;
  std::vector<std::pair<const Gia::Transition*, const Gia::Transition*>> pairs_;
};

} // namespace

std::string Contradiction::text() const { return path_text(path); }

std::string path_text(const std::vector<Contradiction::PathElement>& path) {
  std::vector<std::string> steps;
  for (const Contradiction::PathElement& step : path)
    steps.push_back(step.conditions.empty() ? step.edge
                                            : fmt::format("{} [{}]", step.edge, fmt::join(step.conditions, "] [")));
  return steps.empty() ? "the empty path" : fmt::format("{}", fmt::join(steps, ", "));
}

ContradictionSearch find_contradiction(const Gia& first, const Gia& second, const Program* program) {
  ContradictionSearch result = PairSearch(first, second, nullptr).run();
  if (!result.found || program == nullptr) return result;
  return PairSearch(first, second, program).run();
}

} // namespace tandem::exchange::combine
