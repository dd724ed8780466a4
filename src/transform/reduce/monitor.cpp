// The product is explored only to learn which sets can occur at an edge and what each becomes; its instances are then
// projected away, and a path ends at an edge only if it ends there in every instance. Each set is encoded as a small
// integer, with 0 for the initial set, so that the variable needs no initialiser.

#include "transform/reduce/monitor.h"

#include "base/core/require.h"
#include "transform/copy/origin_tracking_builder.h"
#include "transform/copy/program_copy.h"
#include "transform/copy/state_variable.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace tandem::transform::reduce {

namespace {

// From each set that can occur before an edge to the set after it, or `ended`.
using Changes = std::map<SetId, ComponentState>;

// The changes that occur in the product, for all instances of a function together.
class Observed {
public:
  Observed(const Product& product, const ProductReach& reach, StateSets& sets, GiaComponent& component);

  const Changes& at(const Edge& edge) const { return changes_[edge.id]; }
  bool goes_on(const Edge& edge) const {
    return std::ranges::any_of(at(edge), [](const auto& change) { return change.second != ended; });
  }
  // Whether some path continues from the location with the decided set; before Return edges, where the product has
  // no nodes, this is assumed.
  bool is_alive(const Location& location, SetId set) const {
    return is_before_return(location) || alive_.contains(std::uint64_t{location.id} << 32 | set);
  }
  // The sets with which a function is entered.
  const std::set<SetId>& entering(const Function& function) const { return entering_[function.id()]; }

private:
  void add(const Edge& edge, SetId set, ComponentState after);
  void observe_node(const Product& product, const Product::Node& node);
  void arrive(const Location& location, SetId set);

  static bool is_before_return(const Location& location) {
    return location.out.size() == 1 && location.out[0]->op.kind == OpKind::Return;
  }

  StateSets& sets_;
  GiaComponent& component_;
  std::unordered_set<std::uint64_t> alive_; // by location and set
  std::vector<Changes> changes_;            // by edge
  std::vector<std::set<SetId>> entering_;   // by function
};

Observed::Observed(const Product& product, const ProductReach& reach, StateSets& sets, GiaComponent& component)
    : sets_(sets), component_(component), changes_(product.program->edges().size()),
      entering_(product.program->functions().size()) {
  for (std::size_t i = 0; i < product.instances.size(); ++i) {
    const Product::Instance& instance = product.instances[i];
    if (!reach.instances[i] || instance.entry == no_node) continue;
    entering_[instance.function->id()].insert(instance.state);
    arrive(instance.function->entry(), instance.state);
  }
  for (NodeId id = 0; id < product.nodes.size(); ++id) {
    const Product::Node& node = product.nodes[id];
    if (!reach.nodes[id] || node.stage == Product::Stage::Returning) continue;
    alive_.insert(std::uint64_t{node.location->id} << 32 | node.state);
    if (node.kind == Product::Kind::Edges) observe_node(product, node);
  }
}

// A path ends only if it ends in every instance of the function.
void Observed::add(const Edge& edge, SetId set, ComponentState after) {
  const auto [place, is_new] = changes_[edge.id].try_emplace(set, after);
  if (!is_new && place->second == ended) place->second = after;
}

void Observed::observe_node(const Product& product, const Product::Node& node) {
  for (std::size_t i = 0; i < node.location->out.size(); ++i) {
    const Edge& edge = *node.location->out[i];
    if (edge.op.kind == OpKind::Skip) continue;
    const bool goes_on = node.next[i] != no_node || product.has_call(node);
    const ComponentState after = goes_on ? component_.after(node.state, edge) : ended;
    add(edge, node.state, after);
    if (!goes_on) continue;
    if (!product.has_call(node)) {
      arrive(*edge.to, after);
      continue;
    }
    for (const NodeId exit : product.instances[product.calls[node.call].callee].exits)
      arrive(*edge.to, product.nodes[exit].state);
  }
}

// The product has nodes only after Return edges, not before them.
void Observed::arrive(const Location& location, SetId set) {
  if (!is_before_return(location) || set == StateSets::covered) return;
  const StateSets::Decision decision = sets_.decision(set);
  if (decision.condition == nullptr) return add(*location.out[0], set, component_.after(set, *location.out[0]));
  arrive(location, decision.yes);
  arrive(location, decision.no);
}

class MonitorMaker {
public:
  MonitorMaker(const Product& product, StateSets& sets, GiaComponent& component)
      : original_(*product.program), sets_(sets), reach_(reachable(product)), product_(product),
        observed_(product, reach_, sets, component), builder_(original_.shared_context()), tracking_builder_(builder_),
        copy_(original_, builder_), state_("tandem_state", builder_, tracking_builder_, copy_) {}

  Residual run();

private:
  using Case = copy::StateVariable::Case;

  void find_codes();
  void add_code(SetId set);
  void declare();
  void write_body(const Function& original);
  void write_location(const Location& location);
  void write_edge(const Edge& edge, DraftLocation from);
  DraftLocation changing(const Edge& edge, DraftLocation go_on);
  DraftLocation deciding(const std::set<SetId>& possible, DraftLocation go_on, const Location& origin);
  DraftLocation entering(SetId set, DraftLocation go_on, const Location& origin);
  DraftLocation end();
  std::set<SetId> after(const Edge& edge) const;

  const Program& original_;
  StateSets& sets_;
  ProductReach reach_;
  const Product& product_;
  Observed observed_;
  ProgramBuilder builder_;
  copy::OriginTrackingBuilder tracking_builder_;
  copy::ProgramCopy copy_;
  copy::StateVariable state_;
  std::map<SetId, int> codes_; // the initial set has 0
  std::vector<const Function*> originals_;
  std::unordered_map<const Function*, Function*> functions_;
  // While a body is written.
  Function* current_ = nullptr;
  std::optional<DraftLocation> end_;
  std::unordered_map<const Location*, DraftLocation> drafts_;
};

void MonitorMaker::add_code(SetId set) {
  if (set == StateSets::covered) return;
  if (!codes_.try_emplace(set, 0).second) return;
  const StateSets::Decision decision = sets_.decision(set);
  if (decision.condition == nullptr) return;
  add_code(decision.yes);
  add_code(decision.no);
}

void MonitorMaker::find_codes() {
  const ComponentState first = product_.instances[0].state;
  for (const Edge* edge : original_.edges())
    for (const auto& [before, after] : observed_.at(*edge)) {
      add_code(before);
      if (after != ended) add_code(after);
    }
  for (const Function* function : original_.functions())
    for (const SetId set : observed_.entering(*function)) add_code(set);
  int code = 0;
  for (auto& [set, number] : codes_) number = set == first ? 0 : ++code;
}

void MonitorMaker::declare() {
  std::vector<bool> is_needed(original_.functions().size(), false);
  for (std::size_t i = 0; i < product_.instances.size(); ++i)
    if (reach_.instances[i]) is_needed[product_.instances[i].function->id()] = true;
  for (const auto& [function, instance] : product_.by_address)
    is_needed[function->id()] = true; // initialisers of globals may mention it
  for (const Function* function : original_.functions()) {
    if (!is_needed[function->id()]) continue;
    Function& made =
        builder_.declare_function(function->name(), function->source_name(), function->type(), function->range());
    if (function->does_not_return()) builder_.set_does_not_return(made);
    functions_[function] = &made;
    originals_.push_back(function);
    copy_.set_address(*function, made);
  }
}

DraftLocation MonitorMaker::end() {
  if (!end_) end_ = tracking_builder_.add_location(*current_, nullptr);
  return *end_;
}

// A location that assigns the set and continues. A covered set ends the path; the conditions of an undecided set are
// evaluated first.
DraftLocation MonitorMaker::entering(SetId set, DraftLocation go_on, const Location& origin) {
  if (set == StateSets::covered) return end();
  const StateSets::Decision decision = sets_.decision(set);
  if (decision.condition == nullptr && !observed_.is_alive(origin, set)) return end();
  const DraftLocation at = tracking_builder_.add_location(*current_, &origin);
  if (decision.condition == nullptr) {
    tracking_builder_.add_edge(at, go_on, state_.set(codes_.at(set)), {}, nullptr);
    return at;
  }
  const DraftLocation yes = entering(decision.yes, go_on, origin), no = entering(decision.no, go_on, origin);
  tracking_builder_.add_inserted_branch(at, copy_.mapped(*decision.condition), yes, no);
  return at;
}

// A location that evaluates the conditions of those possible sets that are undecided, and continues.
DraftLocation MonitorMaker::deciding(const std::set<SetId>& possible, DraftLocation go_on, const Location& origin) {
  std::map<int, DraftLocation> targets;
  for (const SetId set : possible) {
    const bool is_decided = sets_.decision(set).condition == nullptr;
    targets[codes_.at(set)] = is_decided ? go_on : entering(set, go_on, origin);
  }
  if (targets.empty()) return go_on;
  std::vector<Case> cases;
  for (const auto& [code, target] : targets) cases.push_back({code, target});
  return state_.choose(*current_, cases, &origin);
}

// A location that sets the variable to the set after the edge. Conditions of a set after a Return edge are evaluated
// here already, as long as the callee's variables are in scope.
DraftLocation MonitorMaker::changing(const Edge& edge, DraftLocation go_on) {
  std::map<ComponentState, DraftLocation> made;
  std::map<int, DraftLocation> targets;
  for (const auto& [before, after] : observed_.at(edge)) {
    const auto [place, is_new] = made.try_emplace(after, go_on);
    if (is_new && after == ended) {
      place->second = end();
    } else if (is_new && edge.op.kind == OpKind::Return) {
      place->second = entering(after, go_on, *edge.from);
    } else if (is_new) {
      place->second = tracking_builder_.add_location(*current_, edge.from);
      tracking_builder_.add_edge(place->second, go_on, state_.set(codes_.at(after)), {}, nullptr);
    }
    targets[codes_.at(before)] = before == after ? go_on : place->second;
  }
  if (targets.empty()) return go_on;
  std::vector<Case> cases;
  for (const auto& [code, target] : targets) cases.push_back({code, target});
  return state_.choose(*current_, cases, edge.from);
}

std::set<SetId> MonitorMaker::after(const Edge& edge) const {
  std::set<SetId> result;
  if (edge.op.kind == OpKind::Return || enters(edge)) return result;
  bool has_undecided = false;
  for (const auto& [before, after] : observed_.at(edge)) {
    if (after == ended) continue;
    result.insert(after);
    has_undecided = has_undecided || sets_.decision(after).condition != nullptr;
  }
  return has_undecided ? result : std::set<SetId>();
}

void MonitorMaker::write_edge(const Edge& edge, DraftLocation from) {
  Operation op = copy_.mapped(edge.op);
  if (enters(edge)) op.callee = functions_.at(edge.op.callee);
  const DraftLocation behind = edge.to == &edge.function().exit() ? builder_.exit(*current_) : drafts_.at(edge.to);
  const DraftLocation to = deciding(after(edge), behind, *edge.to);
  // An assumption has no side effects, so the variable can be set after it, separately in each arm of a branch.
  if (edge.op.kind == OpKind::Assume)
    return tracking_builder_.add_edge(from, changing(edge, to), op, edge.range, &edge);
  const DraftLocation before = tracking_builder_.add_location(*current_, edge.from);
  const DraftLocation start = changing(edge, before);
  tracking_builder_.add_edge(from, start, {.kind = OpKind::Skip}, {}, nullptr);
  tracking_builder_.add_edge(before, to, op, edge.range, &edge);
}

void MonitorMaker::write_body(const Function& original) {
  current_ = functions_.at(&original);
  end_.reset();
  drafts_.clear();
  builder_.begin_body(*current_, original.parameters());
  for (const Variable* local : original.locals()) builder_.add_local(*current_, *local);
  tracking_builder_.begin(*current_, original.entry(), original.exit());
  for (const Location* location : original.locations())
    drafts_[location] =
        location == &original.exit() ? builder_.exit(*current_) : tracking_builder_.add_location(*current_, location);
  const DraftLocation start = deciding(observed_.entering(original), drafts_.at(&original.entry()), original.entry());
  tracking_builder_.add_edge(builder_.entry(*current_), start, {.kind = OpKind::Skip}, {}, nullptr);
  for (const Location* location : original.locations()) write_location(*location);
}

// Edges are omitted where no path continues.
void MonitorMaker::write_location(const Location& location) {
  const DraftLocation from = drafts_.at(&location);
  const auto goes_on = [this](const Edge* edge) { return edge->op.kind == OpKind::Skip || observed_.goes_on(*edge); };
  if (std::ranges::none_of(location.out, goes_on)) return;
  for (const Edge* edge : location.out) {
    if (edge->op.kind == OpKind::Skip)
      tracking_builder_.add_edge(from, from, edge->op, edge->range, edge);
    else
      write_edge(*edge, from);
  }
}

Residual MonitorMaker::run() {
  find_codes();
  declare();
  copy_.add_globals(product_.globals);
  if (product_.instances[0].entry == no_node) {
    current_ = functions_.at(&original_.entry());
    builder_.begin_body(*current_, original_.entry().parameters());
    tracking_builder_.begin(*current_, original_.entry().entry(), original_.entry().exit());
  }
  for (const Function* function : originals_)
    if (product_.instances[0].entry != no_node || function != &original_.entry()) write_body(*function);
  std::vector<const Function*> function_origin;
  for (const Function* function : original_.functions())
    if (!function->has_body()) function_origin.push_back(function);
  function_origin.insert(function_origin.end(), originals_.begin(), originals_.end());
  Program program = builder_.finish(*functions_.at(&original_.entry()));
  copy::OriginTrackingBuilder::Origins origins = tracking_builder_.origins(program);
  return {.program = std::move(program),
          .edge_origin = std::move(origins.edges),
          .location_origin = std::move(origins.locations),
          .function_origin = std::move(function_origin),
          .variable_origin = copy_.variable_origins()};
}

} // namespace

Residual make_monitor(const Product& product, StateSets& sets, GiaComponent& component) {
  return MonitorMaker(product, sets, component).run();
}

} // namespace tandem::transform::reduce
