// Each instance of the product becomes a function. An instance with several exits stores in a global variable through
// which of them it left, and the caller branches on it; no other code runs in between, so one variable serves all
// instances.

#include "transform/reduce/residual.h"

#include "base/core/require.h"
#include "transform/copy/origin_tracking_builder.h"
#include "transform/copy/program_copy.h"
#include "transform/copy/state_variable.h"

#include <algorithm>

namespace tandem::transform::reduce {

namespace {

class ResidualMaker {
public:
  explicit ResidualMaker(const Product& product)
      : product_(product), original_(*product.program), reach_(reachable(product)),
        builder_(original_.shared_context()), tracking_builder_(builder_), copy_(original_, builder_),
        exit_("tandem_exit", builder_, tracking_builder_, copy_), functions_(product.instances.size(), nullptr),
        drafts_(product.nodes.size(), not_made) {}

  Residual run();

private:
  static constexpr DraftLocation not_made = UINT32_MAX;

  void declare(std::uint32_t instance);
  void find_plain_names();
  void find_exit_codes();
  void write_body(std::uint32_t instance);
  void write_node(NodeId id);
  void write_edges(const Product::Node& node, DraftLocation from);
  void write_call(const Product::Node& node, DraftLocation from);
  void write_return(const Product::Node& node, DraftLocation from);
  DraftLocation draft(NodeId id);
  DraftLocation end();

  bool returns_exit_state(std::uint32_t instance) const { return exit_counts_[instance] > 1; }

  const Product& product_;
  const Program& original_;
  ProductReach reach_;
  ProgramBuilder builder_;
  copy::OriginTrackingBuilder tracking_builder_;
  copy::ProgramCopy copy_;
  copy::StateVariable exit_;
  std::vector<Function*> functions_;                         // by instance; nullptr: not needed
  std::unordered_map<const Function*, std::uint32_t> plain_; // the instances that keep their names
  std::vector<std::size_t> exit_counts_;                     // by instance: the exits that are reached
  std::unordered_map<NodeId, int> codes_;                    // of exits, from 1 in each instance
  // While a body is written.
  Function* current_ = nullptr;
  DraftLocation end_ = not_made;
  std::vector<DraftLocation> drafts_; // by node
  std::vector<NodeId> work_;
};

void ResidualMaker::find_exit_codes() {
  for (std::size_t i = 0; i < product_.instances.size(); ++i) {
    int code = 0;
    for (std::size_t k = 0; k < product_.instances[i].exits.size(); ++k)
      if (reach_.exits[i][k]) codes_[product_.instances[i].exits[k]] = ++code;
    exit_counts_.push_back(static_cast<std::size_t>(code));
  }
}

// The original name goes to the entry instance, else to the one that the function's address denotes, else to the first.
void ResidualMaker::find_plain_names() {
  for (std::uint32_t i = 0; i < product_.instances.size(); ++i)
    if (reach_.instances[i]) plain_.try_emplace(product_.instances[i].function, i);
  for (const auto& [function, instance] : product_.by_address)
    if (reach_.instances[instance]) plain_[function] = instance;
  plain_[product_.instances[0].function] = 0;
}

void ResidualMaker::declare(std::uint32_t instance) {
  const Function& original = *product_.instances[instance].function;
  const bool is_plain = plain_.at(&original) == instance;
  Function& made = builder_.declare_function(is_plain ? original.name() : copy_.fresh_name(original.name()),
                                             original.source_name(), original.type(), original.range());
  if (original.does_not_return()) builder_.set_does_not_return(made);
  functions_[instance] = &made;
  const auto addressed = product_.by_address.find(&original);
  if (addressed != product_.by_address.end() && addressed->second == instance) copy_.set_address(original, made);
}

DraftLocation ResidualMaker::end() {
  if (end_ == not_made) end_ = tracking_builder_.add_location(*current_, nullptr);
  return end_;
}

DraftLocation ResidualMaker::draft(NodeId id) {
  if (id == no_node) return end();
  if (drafts_[id] != not_made) return drafts_[id];
  const Product::Node& node = product_.nodes[id];
  if (node.kind == Product::Kind::Exit && !returns_exit_state(node.instance))
    return drafts_[id] = builder_.exit(*current_);
  drafts_[id] = tracking_builder_.add_location(*current_, node.location);
  work_.push_back(id);
  return drafts_[id];
}

void ResidualMaker::write_body(std::uint32_t instance) {
  current_ = functions_[instance];
  end_ = not_made;
  const Product::Instance& made = product_.instances[instance];
  builder_.begin_body(*current_, made.function->parameters());
  for (const Variable* local : made.function->locals()) builder_.add_local(*current_, *local);
  tracking_builder_.begin(*current_, made.function->entry(), made.function->exit());
  const DraftLocation entry = builder_.entry(*current_);
  if (made.entry == no_node) return;
  if (product_.nodes[made.entry].kind == Product::Kind::Exit) {
    tracking_builder_.add_edge(entry, draft(made.entry), {.kind = OpKind::Skip}, {}, nullptr);
  } else {
    drafts_[made.entry] = entry;
    work_.push_back(made.entry);
  }
  while (!work_.empty()) {
    const NodeId id = work_.back();
    work_.pop_back();
    write_node(id);
  }
}

void ResidualMaker::write_node(NodeId id) {
  const Product::Node& node = product_.nodes[id];
  const DraftLocation from = drafts_[id];
  switch (node.kind) {
  case Product::Kind::Decide:
    return tracking_builder_.add_inserted_branch(from, copy_.mapped(*node.condition), draft(node.next[0]),
                                                 draft(node.next[1]));
  case Product::Kind::Edges: return write_edges(node, from);
  case Product::Kind::Return: return write_return(node, from);
  case Product::Kind::Exit:
    return tracking_builder_.add_edge(from, builder_.exit(*current_), exit_.set(codes_.at(id)), {}, nullptr);
  case Product::Kind::End: return;
  }
  unreachable();
}

void ResidualMaker::write_edges(const Product::Node& node, DraftLocation from) {
  if (product_.has_call(node)) return write_call(node, from);
  if (node.next[0] == no_node && node.next[1] == no_node) return;
  for (std::size_t i = 0; i < node.location->out.size(); ++i) {
    const Edge& edge = *node.location->out[i];
    tracking_builder_.add_edge(from, draft(node.next[i]), copy_.mapped(edge.op), edge.range, &edge);
  }
}

void ResidualMaker::write_call(const Product::Node& node, DraftLocation from) {
  const Edge& edge = *node.location->out[0];
  const Product::Call& call = product_.calls[node.call];
  std::vector<copy::StateVariable::Case> cases;
  for (std::size_t k = 0; k < call.after.size(); ++k)
    if (reach_.exits[call.callee][k])
      cases.push_back({codes_.at(product_.instances[call.callee].exits[k]), draft(call.after[k])});
  Operation op = copy_.mapped(edge.op);
  op.callee = functions_[call.callee];
  tracking_builder_.add_edge(from, cases.empty() ? end() : exit_.choose(*current_, cases, edge.to), op, edge.range,
                             &edge);
}

void ResidualMaker::write_return(const Product::Node& node, DraftLocation from) {
  const Edge& edge = *node.location->out[0];
  if (node.next[0] == no_node) return;
  if (returns_exit_state(node.instance)) {
    const DraftLocation set_exit_state = tracking_builder_.add_location(*current_, node.location);
    tracking_builder_.add_edge(from, set_exit_state, exit_.set(codes_.at(node.next[0])), {}, nullptr);
    from = set_exit_state;
  }
  tracking_builder_.add_edge(from, builder_.exit(*current_), copy_.mapped(edge.op), edge.range, &edge);
}

Residual ResidualMaker::run() {
  find_exit_codes();
  find_plain_names();
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < product_.instances.size(); ++i)
    if (reach_.instances[i]) order.push_back(i);
  std::ranges::sort(order, {}, [this](std::uint32_t i) { return std::pair(product_.instances[i].function->id(), i); });
  for (const std::uint32_t i : order) declare(i);
  copy_.add_globals(reach_.globals);
  for (const std::uint32_t i : order) write_body(i);

  std::vector<const Function*> function_origin;
  for (const Function* function : original_.functions())
    if (!function->has_body()) function_origin.push_back(function);
  for (const std::uint32_t i : order) function_origin.push_back(product_.instances[i].function);
  Program program = builder_.finish(*functions_[0]);
  copy::OriginTrackingBuilder::Origins origins = tracking_builder_.origins(program);
  return {.program = std::move(program),
          .edge_origin = std::move(origins.edges),
          .location_origin = std::move(origins.locations),
          .function_origin = std::move(function_origin),
          .variable_origin = copy_.variable_origins()};
}

} // namespace

Residual make_residual(const Product& product) { return ResidualMaker(product).run(); }

std::size_t residual_size(const Product& product) {
  const ProductReach reach = reachable(product);
  std::vector<std::size_t> exits;
  for (const auto& reached : reach.exits) exits.push_back(static_cast<std::size_t>(std::ranges::count(reached, true)));
  // Each function has an exit and at most one location at which paths end.
  std::size_t size = 2 * static_cast<std::size_t>(std::ranges::count(reach.instances, true));
  for (NodeId id = 0; id < product.nodes.size(); ++id) {
    if (!reach.nodes[id]) continue;
    const Product::Node& node = product.nodes[id];
    const bool returns_exit_state = exits[node.instance] > 1;
    if (node.kind == Product::Kind::Return && returns_exit_state) ++size;
    if (node.kind == Product::Kind::Exit && !returns_exit_state) continue;
    ++size;
    if (product.has_call(node)) size += std::max<std::size_t>(exits[product.calls[node.call].callee], 1) - 1;
  }
  return size;
}

Residual with_origins_of(Residual second, const Residual& first) {
  const auto follow = [](auto& origins, const auto& further) {
    for (auto& origin : origins)
      if (origin != nullptr) origin = further[origin->id];
  };
  follow(second.edge_origin, first.edge_origin);
  follow(second.location_origin, first.location_origin);
  for (const Function*& origin : second.function_origin)
    if (origin != nullptr) origin = first.function_origin[origin->id()];
  for (auto& [variable, origin] : second.variable_origin)
    if (const auto found = first.variable_origin.find(origin); found != first.variable_origin.end())
      origin = found->second;
  second.variable_origin.insert(first.variable_origin.begin(), first.variable_origin.end());
  second.method = first.method;
  second.remark = first.remark + ", " + second.remark;
  ReduceStatistics statistics = first.statistics;
  statistics.locations = second.statistics.locations;
  statistics.edges = second.statistics.edges;
  statistics.functions = second.statistics.functions;
  second.statistics = statistics;
  return second;
}

} // namespace tandem::transform::reduce
