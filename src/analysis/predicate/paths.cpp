// For each block on a path, the points from which a wanted exit is reachable are found backwards over its steps; these
// points become states. Edges between the same states share one transition label.

#include "analysis/predicate/paths.h"

#include "exchange/gia/gia_conditions.h"

#include <map>
#include <set>

namespace tandem::analysis::predicate {

using exchange::Gia;
using exchange::GiaBuilder;
using exchange::StateId;

namespace {

class Paths {
public:
  Paths(const Graph& graph, const std::vector<PathEnd>& ends, exchange::GiaHeader header, const PathOptions& options)
      : graph_(graph), options_(options), builder_(std::move(header)) {
    for (const PathEnd& end : ends) {
      wanted_[end.node][end.exit] = Node::none;
      for (NodeNumber at = end.node; graph[at].parent != Node::none; at = graph[at].parent)
        wanted_[graph[at].parent][graph[at].exit] = at;
    }
  }

  Gia run() {
    state(0, 0);
    for (const auto& [node, exits] : wanted_) add_block(node, exits);
    return std::move(builder_).finish();
  }

private:
  // The successor node of each exit on a path; none: the path ends there.
  using Exits = std::map<std::uint32_t, NodeNumber>;

  StateId state(NodeNumber node, std::uint32_t point) {
    const auto [found, added] = states_.try_emplace({node, point}, 0);
    if (added) found->second = builder_.add_state(exchange::Accept::Nothing);
    return found->second;
  }

  StateId end() {
    if (!end_) end_ = builder_.add_state(options_.accept);
    return *end_;
  }

  // The points of a block from which a wanted exit is reachable.
  static std::vector<bool> leading(const abstraction::Block& block, const Exits& exits) {
    std::vector<bool> result(block.points.size(), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (auto step = block.steps.rbegin(); step != block.steps.rend(); ++step) {
        const bool leads = (step->to != abstraction::BlockStep::none && result[step->to]) || exits.contains(step->exit);
        if (!leads || result[step->from]) continue;
        result[step->from] = changed = true;
      }
    }
    return result;
  }

  void add_block(NodeNumber node, const Exits& exits) {
    const abstraction::Block& block = *graph_[node].block;
    const std::vector<bool> leads = leading(block, exits);
    // By source, target and assumption, so that one label has all their edges.
    std::map<std::tuple<StateId, StateId, exchange::TextId>, std::vector<exchange::EdgeNameId>> labels;
    for (const abstraction::BlockStep& step : block.steps) {
      if (!leads[step.from]) continue;
      const exchange::EdgeNameId name = builder_.edge_name(step.edge->name);
      const auto connect = [&](StateId target, exchange::TextId text) {
        labels[{state(node, step.from), target, text}].push_back(name);
      };
      if (step.to != abstraction::BlockStep::none && leads[step.to]) connect(state(node, step.to), Gia::no_text);
      const auto exit = exits.find(step.exit);
      if (exit == exits.end()) continue;
      if (exit->second == Node::none)
        connect(end(), Gia::no_text);
      else
        for (const exchange::TextId text : assumptions(exit->second, *step.edge)) connect(state(exit->second, 0), text);
    }
    for (auto& [key, names] : labels) {
      const auto [source, target, text] = key;
      builder_.add_transition(source, builder_.label(std::move(names)), target, text);
    }
  }

  std::vector<exchange::TextId> assumptions(NodeNumber node, const Edge& edge) {
    std::vector<exchange::TextId> result;
    // An edge that ends in a return is read in the scope of the callee, where the assumption's names mean nothing.
    if (options_.assumptions && &exchange::location_after(edge) == graph_[node].point.at.location)
      for (const std::string& text : options_.assumptions(node)) result.push_back(builder_.text(text));
    if (result.empty()) result.push_back(Gia::no_text);
    return result;
  }

  const Graph& graph_;
  const PathOptions& options_;
  GiaBuilder builder_;
  std::map<NodeNumber, Exits> wanted_;
  std::map<std::pair<NodeNumber, std::uint32_t>, StateId> states_;
  std::optional<StateId> end_;
};

} // namespace

Gia gia_of_paths(const Graph& graph, const std::vector<PathEnd>& ends, exchange::GiaHeader header,
                 const PathOptions& options) {
  return Paths(graph, ends, std::move(header), options).run();
}

} // namespace tandem::analysis::predicate
