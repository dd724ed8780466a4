// Breadth-first subset construction from the root. Returns read no edge in a GIA, so a node at a function's exit is
// replaced by the successors of its return edges (an epsilon closure). What is not worth exporting is decided bottom-up
// over the tree of parents: each node counts the closed and open nodes below it that are still exported.

#include "analysis/reach/arg_gia.h"

#include "base/core/input_error.h"
#include "exchange/gia/gia_conditions.h"
#include "program/cexpr/c_expr.h"
#include "program/text/expr_reader.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

namespace tandem::analysis::reach {

using exchange::Accept;
using exchange::Gia;
using exchange::GiaBuilder;
using exchange::StateId;
using exchange::TextId;

namespace {

using Nodes = std::vector<NodeId>; // sorted

class Translation {
public:
  // `vague`: open nodes of which nothing is exported but that they are open.
  Translation(const Program& program, const std::vector<ArgNode>& nodes, exchange::GiaHeader header,
              std::optional<NodeId> confirmed, std::vector<bool> closed, std::vector<bool> vague)
      : program_(program), nodes_(nodes), closed_(std::move(closed)), vague_(std::move(vague)),
        builder_(std::move(header)), confirmed_(confirmed), single_(nodes.size(), 0) {}

  Gia run() {
    state(closure({Arg::root}));
    while (!open_.empty()) {
      const auto [nodes, source] = std::move(open_.front());
      open_.pop_front();
      add_transitions(nodes, source);
    }
    return std::move(builder_).finish();
  }

private:
  // Successors of one edge under the same assumptions.
  struct Group {
    std::vector<const Expr*> assumptions;
    Nodes targets;
  };
  struct Choice {
    const Edge* edge = nullptr;
    std::vector<Group> groups;
    bool is_error = false; // the confirmed one
  };

  bool is_closed(const Nodes& nodes) const {
    return std::all_of(nodes.begin(), nodes.end(), [&](NodeId id) { return closed_[id]; });
  }

  bool is_candidate(NodeId id) const {
    const NodeStatus status = nodes_[id].status;
    if (confirmed_ && id == *confirmed_) return false;
    if (status == NodeStatus::Refuted) return !closed_[id];
    return status == NodeStatus::Waiting || status == NodeStatus::CutOff || status == NodeStatus::Target;
  }

  // Returns read no edge of the automaton: a node at a function's exit stands for what follows the call.
  Nodes closure(Nodes nodes) const {
    Nodes result;
    std::vector<NodeId> work = std::move(nodes);
    std::vector<NodeId> seen;
    while (!work.empty()) {
      const NodeId id = work.back();
      work.pop_back();
      if (std::find(seen.begin(), seen.end(), id) != seen.end()) continue;
      seen.push_back(id);
      const ArgNode& node = nodes_[id];
      const bool returns = node.status == NodeStatus::Expanded &&
                           node.at.location == &node.at.location->function->exit() && !node.out.empty();
      if (!returns) result.push_back(id);
      if (returns)
        for (const ArgEdge& edge : node.out) work.push_back(edge.target);
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  StateId ut() {
    if (!ut_) ut_ = builder_.add_state(Accept::Unreachable, "ut");
    return *ut_;
  }

  StateId rt() {
    if (!rt_) rt_ = builder_.add_state(Accept::Reached, "rt");
    return *rt_;
  }

  bool is_vague(const Nodes& nodes) const {
    return !vague_.empty() && std::any_of(nodes.begin(), nodes.end(), [&](NodeId id) { return vague_[id]; });
  }

  StateId state(Nodes nodes) {
    if (is_closed(nodes)) return ut();
    if (is_vague(nodes)) return candidate();
    if (nodes.size() == 1) {
      if (const std::uint32_t known = single_[nodes[0]]; known != 0) return known - 1;
    } else if (const auto found = states_.find(nodes); found != states_.end()) {
      return found->second;
    }
    const bool candidate = std::any_of(nodes.begin(), nodes.end(), [&](NodeId id) { return is_candidate(id); });
    const StateId made = builder_.add_state(candidate ? Accept::Candidate : Accept::Nothing);
    if (nodes.size() == 1)
      single_[nodes[0]] = made + 1;
    else
      states_.emplace(nodes, made);
    if (!candidate) open_.emplace_back(std::move(nodes), made);
    return made;
  }

  // The choices of all nodes of a set by edge, in the order of the edges' ids.
  std::map<std::uint32_t, Choice> choices(const Nodes& nodes) const {
    std::map<std::uint32_t, Choice> result;
    for (const NodeId id : nodes) {
      const ArgNode& node = nodes_[id];
      if (node.status == NodeStatus::Verified) continue;
      for (const Edge* edge : node.at.location->out) {
        Choice& choice = result[edge->id];
        choice.edge = edge;
        choice.is_error |= confirmed_ && id == *confirmed_;
      }
      for (const ArgEdge& step : node.out) {
        std::vector<Group>& groups = result[step.edge->id].groups;
        const auto same = std::find_if(groups.begin(), groups.end(),
                                       [&](const Group& group) { return group.assumptions == step.assumptions; });
        if (same != groups.end())
          same->targets.push_back(step.target);
        else
          groups.push_back({step.assumptions, {step.target}});
      }
    }
    return result;
  }

  void add_transitions(const Nodes& nodes, StateId source) {
    // By target, so that one label has all edges that lead there.
    std::map<std::pair<StateId, TextId>, std::vector<exchange::EdgeNameId>> labels;
    for (auto& [id, choice] : choices(nodes)) {
      const exchange::EdgeNameId name = builder_.edge_name(choice.edge->name);
      if (choice.is_error)
        labels[{rt(), Gia::no_text}].push_back(name);
      else if (choice.groups.empty())
        labels[{ut(), Gia::no_text}].push_back(name);
      else
        for (const auto& [target, text] : targets_of(choice, nodes.size())) labels[{target, text}].push_back(name);
    }
    for (auto& [to, names] : labels)
      builder_.add_transition(source, builder_.label(std::move(names)), to.first, to.second);
  }

  std::vector<std::pair<StateId, TextId>> targets_of(const Choice& choice, std::size_t nodes) {
    // The groups together stand for all executions, so that a single one needs no assumption.
    if (choice.groups.size() == 1) return {{state(closure(choice.groups[0].targets)), Gia::no_text}};
    std::vector<std::pair<StateId, TextId>> result;
    for (const Group& group : choice.groups) {
      const std::optional<std::string> text = assumption_text(group.assumptions, *choice.edge);
      // Several nodes with different splits, or an assumption without a text: the precise answer is not worth its size.
      if (!text || nodes > 1) return {{candidate(), Gia::no_text}};
      result.emplace_back(state(closure(group.targets)), builder_.text(*text));
    }
    return result;
  }

  StateId candidate() {
    if (!candidate_) candidate_ = builder_.add_state(Accept::Candidate, std::string(vague_state));
    return *candidate_;
  }

  // Nothing if a reader would parse something else.
  std::optional<std::string> assumption_text(const std::vector<const Expr*>& assumptions, const Edge& edge) const {
    if (edge.op.kind == OpKind::Call && edge.op.callee == nullptr) return std::nullopt;
    const Location& where = exchange::location_after(edge);
    std::string result;
    for (const Expr* assumption : assumptions) {
      const std::string text = cexpr::c_text(*assumption, cexpr::ExprStyle::Readable);
      try {
        if (&text::read_condition(text::ExprScope::at(program_, where), text) != assumption) return std::nullopt;
      } catch (const InputError&) {
        return std::nullopt;
      }
      result += (result.empty() ? "(" : " && (") + text + ")";
    }
    return result;
  }

  const Program& program_;
  const std::vector<ArgNode>& nodes_;
  std::vector<bool> closed_, vague_;
  GiaBuilder builder_;
  std::optional<NodeId> confirmed_;
  std::optional<StateId> ut_, rt_, candidate_;
  std::vector<std::uint32_t> single_; // by node: the state of it alone, plus one
  std::map<Nodes, StateId> states_;   // of several
  std::deque<std::pair<Nodes, StateId>> open_;
};

// Whether some control point is open again and again, as in the iterations of a loop.
bool repeats_itself(const std::vector<ArgNode>& nodes, const std::vector<bool>& closed) {
  // Below this, following the paths again costs the next analysis some seconds at most.
  constexpr std::uint32_t often = 256;
  std::unordered_map<std::uint64_t, std::uint32_t> count;
  for (NodeId id = 0; id < nodes.size(); ++id) {
    if (closed[id] || nodes[id].status == NodeStatus::Removed) continue;
    const auto [location, stack] = std::pair(nodes[id].at.location->id, nodes[id].at.stack);
    if (++count[std::uint64_t{location} << 32 | stack] > often) return true;
  }
  return false;
}

// Verified by the given condition, which the export must not lose.
bool is_known_from_condition(const Arg& graph, const ArgNode& node) {
  return node.status == NodeStatus::Verified && !graph.is_target_free(node.at);
}

// Whether nothing is left to explore.
bool is_through(const std::vector<ArgNode>& nodes) {
  return std::ranges::none_of(nodes, [](const ArgNode& node) { return node.status == NodeStatus::Waiting; });
}

// Parents come before their children: from the last node to the first, counts are added to the parent's. An open node
// with too few closed nodes below it is vague, and nothing below it counts any more.
std::vector<bool> vague_nodes(const Arg& graph, const std::vector<bool>& closed, std::optional<NodeId> confirmed) {
  constexpr std::uint32_t few = 64; // so few open nodes are always exported
  const std::vector<ArgNode>& nodes = graph.nodes();
  std::vector<bool> result(nodes.size(), false);
  if (!repeats_itself(nodes, closed)) return result;
  constexpr std::uint64_t much = std::uint64_t{1} << 32;
  std::vector<std::uint64_t> closed_below(nodes.size(), 0);
  std::vector<std::uint32_t> open_below(nodes.size(), 0);
  // What the given condition verified is kept; so is the path to an error.
  if (confirmed) closed_below[*confirmed] = much;
  for (NodeId id = static_cast<NodeId>(nodes.size()) - 1; id != Arg::root; --id) {
    const ArgNode& node = nodes[id];
    if (node.status == NodeStatus::Removed) continue;
    if (closed[id]) {
      if (node.status != NodeStatus::Verified) ++closed_below[id];
      if (is_known_from_condition(graph, node)) closed_below[id] += much;
    } else {
      ++open_below[id];
      result[id] = open_below[id] > few && closed_below[id] <= std::uint64_t{most_repeated} * open_below[id];
      if (result[id]) continue;
    }
    closed_below[node.parent] += closed_below[id];
    open_below[node.parent] += open_below[id];
  }
  // If next to nothing of the closed part would be exported, the automaton's states would only prevent the next
  // analysis from covering one path by another.
  constexpr std::uint64_t next_to_nothing = 10; // a tenth
  const auto all = static_cast<std::uint64_t>(std::ranges::count(closed, true));
  if (is_through(nodes) && next_to_nothing * closed_below[Arg::root] < all) result[Arg::root] = true;
  return result;
}

} // namespace

Gia gia_of(const Program& program, const std::vector<ArgNode>& nodes, exchange::GiaHeader header,
           std::optional<NodeId> confirmed) {
  return Translation(program, nodes, std::move(header), confirmed, find_closed_nodes(nodes), {}).run();
}

Gia gia_of(const Arg& graph, exchange::GiaHeader header, std::optional<NodeId> confirmed, Detail detail) {
  std::vector<bool> closed = graph.closed_nodes(), vague;
  if (detail == Detail::Worthwhile) vague = vague_nodes(graph, closed, confirmed);
  return Translation(graph.program(), graph.nodes(), std::move(header), confirmed, std::move(closed), std::move(vague))
      .run();
}

} // namespace tandem::analysis::reach
