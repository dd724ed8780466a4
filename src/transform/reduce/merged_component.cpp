// The classes are those of the coarsest bisimulation on pairs of location and set (exchange/combine/bisimilarity.h). A
// pair's colour is its location, kind, condition and whether the goal is reached there; the letters are the two
// successors and, at exits, the call edge through which the callee was entered. Each class is represented by its
// smallest set.

#include "transform/reduce/merged_component.h"

#include "exchange/combine/bisimilarity.h"

#include <algorithm>

namespace tandem::transform::reduce {

namespace {

// The pairs of a product as a labelled graph. Letters 0 and 1 are a node's successors; all further letters are call
// edges, which lead from the callee's exit to the call's successor.
class Pairs {
public:
  Pairs(const Product& product, const std::optional<FocusGoal>& goal);

  struct Pair {
    const Location* location = nullptr;
    SetId set = 0;
    Product::Stage stage = Product::Stage::Arriving;
  };
  const std::vector<Pair>& all() const { return pairs_; }
  std::vector<std::uint32_t> classes() const;

private:
  static constexpr std::uint32_t first_call = 2;

  void number_nodes(const Product& product);
  void add_arcs(const Product& product, NodeId id);
  std::uint32_t colour(const Product::Node& node, bool is_found);

  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> pair_of_; // by node
  std::vector<std::uint32_t> colours_; // by pair
  std::vector<std::pair<std::uint32_t, exchange::combine::LabelledGraph::Arc>> arcs_;
  std::unordered_map<std::uint64_t, std::uint32_t> colour_index_;
};

void Pairs::number_nodes(const Product& product) {
  std::unordered_map<std::uint64_t, std::uint32_t> index;
  for (const Product::Node& node : product.nodes) {
    const std::uint64_t place = 2 * std::uint64_t{node.location->id} + static_cast<std::uint64_t>(node.stage);
    const auto [found, is_new] = index.try_emplace(place << 32 | node.state, static_cast<std::uint32_t>(pairs_.size()));
    if (is_new) pairs_.push_back({node.location, node.state, node.stage});
    pair_of_.push_back(found->second);
  }
}

std::uint32_t Pairs::colour(const Product::Node& node, bool is_found) {
  const std::uint64_t condition = node.condition == nullptr ? 0 : node.condition->id() + 1;
  const std::uint64_t place = std::uint64_t{node.location->id} * 16 + static_cast<std::uint64_t>(node.kind) * 2 +
                              static_cast<std::uint64_t>(is_found);
  return colour_index_.try_emplace(condition << 32 ^ place, static_cast<std::uint32_t>(colour_index_.size()))
      .first->second;
}

void Pairs::add_arcs(const Product& product, NodeId id) {
  const Product::Node& node = product.nodes[id];
  const auto add = [&](NodeId from, std::uint32_t letter, NodeId to) {
    if (to != no_node) arcs_.push_back({pair_of_[from], {letter, pair_of_[to]}});
  };
  for (std::uint32_t i = 0; i < 2; ++i) add(id, i, node.next[i]);
  if (!product.has_call(node)) return;
  const Product::Call& call = product.calls[node.call];
  const Product::Instance& callee = product.instances[call.callee];
  add(id, 0, callee.entry);
  for (std::size_t k = 0; k < call.after.size(); ++k)
    add(callee.exits[k], first_call + node.location->out[0]->id, call.after[k]);
}

Pairs::Pairs(const Product& product, const std::optional<FocusGoal>& goal) {
  number_nodes(product);
  colours_.resize(pairs_.size());
  for (NodeId id = 0; id < product.nodes.size(); ++id) {
    const Product::Node& node = product.nodes[id];
    colours_[pair_of_[id]] = colour(node, goal && is_found(node, *goal));
    add_arcs(product, id);
  }
  const auto key = [](const auto& arc) { return std::tuple(arc.first, arc.second.letter, arc.second.target); };
  std::ranges::sort(arcs_, {}, key);
  const auto is_same = [key](const auto& a, const auto& b) { return key(a) == key(b); };
  arcs_.erase(std::unique(arcs_.begin(), arcs_.end(), is_same), arcs_.end());
}

std::vector<std::uint32_t> Pairs::classes() const {
  exchange::combine::LabelledGraph graph{.colours = colours_};
  graph.first_arc.assign(pairs_.size() + 1, 0);
  for (const auto& [from, arc] : arcs_) {
    ++graph.first_arc[from + 1];
    graph.arcs.push_back(arc);
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) graph.first_arc[i + 1] += graph.first_arc[i];
  return exchange::combine::bisimilarity_classes(graph);
}

} // namespace

MergedComponent::MergedComponent(GiaComponent& component, const Product& product, const std::optional<FocusGoal>& goal)
    : component_(component) {
  const Pairs graph(product, goal);
  const std::vector<std::uint32_t> classes = graph.classes();
  pairs_ = graph.all().size();
  for (const std::uint32_t of_class : classes) classes_ = std::max<std::size_t>(classes_, of_class + 1);
  std::vector<SetId> smallest(classes_, UINT32_MAX);
  for (std::size_t i = 0; i < pairs_; ++i) smallest[classes[i]] = std::min(smallest[classes[i]], graph.all()[i].set);
  for (std::size_t i = 0; i < pairs_; ++i) {
    const auto& [location, set, stage] = graph.all()[i];
    if (stage == Product::Stage::Arriving && smallest[classes[i]] != set)
      merged_[std::uint64_t{location->id} << 32 | set] = smallest[classes[i]];
  }
}

ComponentState MergedComponent::merged(const Location& location, ComponentState state) const {
  const auto found = merged_.find(std::uint64_t{location.id} << 32 | state);
  return found == merged_.end() ? state : found->second;
}

ComponentState MergedComponent::after(ComponentState state, const Edge& edge) {
  const ComponentState result = component_.after(state, edge);
  if (result == ended || edge.op.kind == OpKind::Return) return result;
  return merged(exchange::location_after(edge), result);
}

} // namespace tandem::transform::reduce
