// A worklist algorithm: a call registers its node with the callee's instance and is continued from every exit known so
// far; an exit that is found later continues all registered callers. An undecided state becomes a Decide node whose
// successors belong to the same location. A location with a Return edge is represented by the state after that edge,
// since conditions on it have to be evaluated while the callee's variables still exist.

#include "transform/reduce/product.h"

#include "base/core/require.h"
#include "program/pointers/alias_library.h"

#include <fmt/format.h>

#include <functional>

namespace tandem::transform::reduce {

bool enters(const Edge& edge) {
  return edge.op.kind == OpKind::Call && edge.op.callee != nullptr && edge.op.callee->has_body();
}

bool is_opaque_call(const Edge& edge) {
  if (edge.op.kind != OpKind::Call) return false;
  if (edge.op.callee == nullptr) return true;
  if (edge.op.callee->has_body()) return false;
  // A call of an unknown function is a single edge, by the definition of a path (exchange/gia/gia.h).
  const pointers::LibraryEffect effect = pointers::library_effect(edge.op.callee->name());
  return effect != pointers::LibraryEffect::Unknown && pointers::calls_back(effect);
}

namespace {

// The functions and globals that a part of a program mentions, also through the initialisers of those globals. All
// others are not needed.
class Mentions {
public:
  // `visit` is called at least once for each function with a body that is mentioned.
  using Visit = std::function<void(const Function&)>;
  Mentions(const Program& program, Visit visit) : visit_(std::move(visit)), is_known_(program.edges().size(), false) {}

  void add(const Edge& edge) {
    if (is_known_[edge.id]) return;
    is_known_[edge.id] = true;
    const Operation& op = edge.op;
    for (const Expr* part : {op.lvalue, op.value})
      if (part != nullptr) add(*part);
    for (const Expr* argument : op.arguments) add(*argument);
  }

  void add(const Expr& expr) {
    std::vector<const Variable*> open;
    look_at(expr, open);
    while (!open.empty()) {
      const Variable& global = *open.back();
      open.pop_back();
      for (const Initializer& part : global.initializers) look_at(*part.value, open);
    }
  }

  std::unordered_set<const Variable*> take_globals() { return std::move(globals_); }

private:
  void look_at(const Expr& expr, std::vector<const Variable*>& open) {
    if (expr.kind() == ExprKind::FunctionAddress && expr.function().has_body()) visit_(expr.function());
    if (expr.kind() == ExprKind::Variable && expr.variable().is_global() && globals_.insert(&expr.variable()).second)
      open.push_back(&expr.variable());
    for (const Expr* operand : expr.operands()) look_at(*operand, open);
  }

  Visit visit_;
  std::vector<bool> is_known_; // by edge
  std::unordered_set<const Variable*> globals_;
};

// The only edge of a location, if it returns.
const Edge* return_edge(const Location& location) {
  return location.out.size() == 1 && location.out[0]->op.kind == OpKind::Return ? location.out[0] : nullptr;
}

class Explorer {
public:
  Explorer(const Program& program, ProductComponent& component, std::size_t limit)
      : component_(component), limit_(limit),
        mentions_(program, [this](const Function& function) { mention(function); }) {
    product_.program = &program;
  }

  Product run() {
    const Program& program = *product_.program;
    instance(program.entry(), component_.start());
    while (!work_.empty()) {
      const NodeId node = work_.back();
      work_.pop_back();
      expand(node);
    }
    product_.globals = mentions_.take_globals();
    return std::move(product_);
  }

private:
  using Stage = Product::Stage;
  struct Key {
    std::uint32_t instance, location;
    ComponentState state;
    Stage stage;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      std::size_t hash = key.instance * 0x9e3779b97f4a7c15u + key.location;
      hash = (hash ^ (hash >> 31)) * 0xbf58476d1ce4e5b9u + key.state * 2 + static_cast<std::size_t>(key.stage);
      return (hash ^ (hash >> 29)) * 0x94d049bb133111ebu;
    }
  };

  // The function's instance for the state, created if it is new.
  std::uint32_t instance(const Function& function, ComponentState state) {
    state = component_.enter(function, state);
    const std::uint64_t key = std::uint64_t{function.id()} << 32 | state;
    const auto [found, is_new] = instances_.try_emplace(key, static_cast<std::uint32_t>(product_.instances.size()));
    const std::uint32_t id = found->second;
    if (!is_new) return id;
    product_.instances.push_back({.function = &function, .state = state});
    const NodeId entry = node(id, function.entry(), state);
    product_.instances[id].entry = entry;
    return id;
  }

  void mention(const Function& function) {
    if (product_.by_address.contains(&function)) return;
    product_.by_address[&function] = instance(function, component_.unobserved(function));
  }

  NodeId node(std::uint32_t instance, const Location& location, ComponentState state, Stage stage = Stage::Arriving) {
    if (state == ended) return no_node;
    Product::Node made{.stage = stage, .instance = instance, .location = &location};
    const ProductComponent::Decision decision = component_.decide(state);
    if (decision.condition != nullptr) {
      made.kind = Product::Kind::Decide;
      made.condition = decision.condition;
    } else if (stage == Stage::Returning) {
      made.kind = Product::Kind::Return;
    } else {
      state = component_.arrive(product_.instances[instance].state, location, state);
      if (&location == &location.function->exit()) {
        made.kind = Product::Kind::Exit;
      } else if (const Edge* edge = return_edge(location)) {
        const ComponentState returning = component_.after(state, *edge);
        if (returning != ended) return node(instance, location, returning, Stage::Returning);
        made.kind = Product::Kind::End;
      }
    }
    const auto key = Key{instance, location.id, state, stage};
    const auto [found, is_new] = index_.try_emplace(key, static_cast<NodeId>(product_.nodes.size()));
    if (!is_new) return found->second;
    if (product_.nodes.size() >= limit_) throw ProductTooLarge(limit_);
    made.state = state;
    product_.nodes.push_back(made);
    work_.push_back(found->second);
    return found->second;
  }

  void expand(NodeId id) {
    switch (product_.nodes[id].kind) {
    case Product::Kind::Decide: return expand_decision(id);
    case Product::Kind::Edges: return expand_edges(id);
    case Product::Kind::Return: return expand_return(id);
    case Product::Kind::Exit: return expand_exit(id);
    case Product::Kind::End: return;
    }
    unreachable();
  }

  void expand_decision(NodeId id) {
    const Product::Node at = product_.nodes[id];
    const ProductComponent::Decision decision = component_.decide(at.state);
    mentions_.add(*decision.condition);
    const NodeId yes = node(at.instance, *at.location, decision.yes, at.stage);
    const NodeId no = node(at.instance, *at.location, decision.no, at.stage);
    product_.nodes[id].next[0] = yes;
    product_.nodes[id].next[1] = no;
  }

  void expand_return(NodeId id) {
    const Product::Node at = product_.nodes[id];
    mentions_.add(*at.location->out[0]);
    const NodeId exit = node(at.instance, at.location->function->exit(), component_.leave(at.state));
    product_.nodes[id].next[0] = exit;
  }

  void expand_exit(NodeId id) {
    const Product::Node at = product_.nodes[id];
    product_.instances[at.instance].exits.push_back(id);
    // Callers that are registered later find this exit in the list.
    const std::vector<NodeId> callers = product_.instances[at.instance].callers;
    for (const NodeId caller : callers) go_on_behind(caller, at.state);
  }

  void go_on_behind(NodeId caller, ComponentState at_exit) {
    const Product::Node at = product_.nodes[caller];
    const Edge& call = *at.location->out[0];
    const NodeId after = node(at.instance, *call.to, component_.back(at.state, call, at_exit));
    product_.calls[at.call].after.push_back(after);
  }

  void expand_edges(NodeId id) {
    const Product::Node at = product_.nodes[id];
    for (std::size_t i = 0; i < at.location->out.size(); ++i) {
      const Edge& edge = *at.location->out[i];
      // The only Skip edges in a finished program are endless empty loops.
      if (edge.op.kind == OpKind::Skip) {
        product_.nodes[id].next[i] = id;
        continue;
      }
      const ComponentState state = component_.after(at.state, edge);
      if (state == ended) continue;
      mentions_.add(edge);
      if (enters(edge)) {
        expand_call(id, *edge.op.callee, state);
      } else {
        const NodeId next = node(at.instance, *edge.to, state);
        product_.nodes[id].next[i] = next;
      }
    }
  }

  void expand_call(NodeId id, const Function& callee, ComponentState state) {
    const std::uint32_t entered = instance(callee, state);
    product_.nodes[id].call = static_cast<std::uint32_t>(product_.calls.size());
    product_.calls.push_back({.callee = entered, .after = {}});
    product_.instances[entered].callers.push_back(id);
    const std::vector<NodeId> exits = product_.instances[entered].exits;
    for (const NodeId exit : exits) go_on_behind(id, product_.nodes[exit].state);
  }

  ProductComponent& component_;
  std::size_t limit_;
  Product product_;
  std::unordered_map<Key, NodeId, KeyHash> index_;
  std::unordered_map<std::uint64_t, std::uint32_t> instances_; // by function and state
  Mentions mentions_;
  std::vector<NodeId> work_;
};

} // namespace

ProductTooLarge::ProductTooLarge(std::size_t limit)
    : InputError(fmt::format("program and condition together have more than {} locations; reduce with the method auto, "
                             "or minimise the condition",
                             limit)),
      limit_(limit) {}

Product explore(const Program& program, ProductComponent& component, std::size_t node_limit) {
  return Explorer(program, component, node_limit).run();
}

namespace {

class Reacher {
public:
  explicit Reacher(const Product& product)
      : product_(product), mentions_(*product.program, [this](const Function& function) { mention(function); }) {
    result_.nodes.assign(product.nodes.size(), false);
    result_.instances.assign(product.instances.size(), false);
    for (const Product::Instance& instance : product.instances) result_.exits.emplace_back(instance.exits.size());
    for (std::size_t i = 0; i < product.instances.size(); ++i)
      for (std::size_t k = 0; k < product.instances[i].exits.size(); ++k) position_[product.instances[i].exits[k]] = k;
  }

  ProductReach run() {
    enter(0);
    while (!work_.empty()) {
      const NodeId node = work_.back();
      work_.pop_back();
      expand(node);
    }
    result_.globals = mentions_.take_globals();
    return std::move(result_);
  }

private:
  void enter(std::uint32_t instance) {
    if (result_.instances[instance]) return;
    result_.instances[instance] = true;
    add(product_.instances[instance].entry);
  }

  void mention(const Function& function) {
    if (const auto found = product_.by_address.find(&function); found != product_.by_address.end())
      enter(found->second);
  }

  void add(NodeId node) {
    if (node == no_node || result_.nodes[node]) return;
    result_.nodes[node] = true;
    work_.push_back(node);
  }

  void expand(NodeId id) {
    const Product::Node& node = product_.nodes[id];
    for (const NodeId next : node.next) add(next);
    if (node.kind == Product::Kind::Exit) return leave(id);
    if (node.kind == Product::Kind::Decide) return mentions_.add(*node.condition);
    if (node.kind == Product::Kind::End) return;
    // Where no path continues, the location's edges are not part of the product.
    if (node.next[0] == no_node && node.next[1] == no_node && !product_.has_call(node)) return;
    for (const Edge* edge : node.location->out) mentions_.add(*edge);
    if (!product_.has_call(node)) return;
    const Product::Call& call = product_.calls[node.call];
    enter(call.callee);
    for (std::size_t k = 0; k < call.after.size(); ++k)
      if (result_.exits[call.callee][k]) add(call.after[k]);
  }

  void leave(NodeId exit) {
    const std::uint32_t instance = product_.nodes[exit].instance;
    const std::size_t k = position_.at(exit);
    result_.exits[instance][k] = true;
    for (const NodeId caller : product_.instances[instance].callers)
      if (result_.nodes[caller]) add(product_.calls[product_.nodes[caller].call].after[k]);
  }

  const Product& product_;
  ProductReach result_;
  std::vector<NodeId> work_;
  std::unordered_map<NodeId, std::size_t> position_;
  Mentions mentions_;
};

} // namespace

ProductReach reachable(const Product& product) { return Reacher(product).run(); }

} // namespace tandem::transform::reduce
