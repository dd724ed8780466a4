// A node without open nodes behind it is a claim about all executions that arrive at its control point in a state that
// its abstract state contains. The claim is told as an automaton that waits anywhere and accepts after an edge into the
// loop's head, if the values are those of the node. That is sound if
//
//   - nothing behind the node was verified by the path that led there: targets whose path was refuted, and what a given
//     condition calls verified, count as open here;
//   - the state is told completely. Variables that are not read again need not be; where others cannot be named (the
//     heap, callers' variables, addresses), the node is left out;
//   - the call stack is the same whenever the head is reached: functions that are called from one place only.
//
// Nodes that differ in one variable become one case with several values, and so on. Cases that stand for most nodes are
// told first, up to a bound.

#include "analysis/value/verified_values.h"

#include "exchange/gia/location_invariant.h"
#include "exchange/gia/run_gia.h"
#include "program/dataflow/liveness.h"
#include "program/pointers/call_graph.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace tandem::analysis::value {
namespace {

constexpr std::size_t most_nodes = 20'000; // of one head that are looked at
constexpr std::size_t most_cases = 64;     // of one head that are told
constexpr std::size_t most_values = 24;    // of a variable in one case

using Values = std::set<std::uint64_t>;
struct Case {
  std::map<std::uint32_t, Values> values; // by Variable::id
  std::size_t nodes = 1;                  // that it stands for
};

bool is_tellable(const Variable& variable) {
  const Type& type = *variable.type;
  return type.is_integer() && !type.is_bool() && type.width() <= 64 && !variable.source_name.empty();
}

// By node: no open node can be reached from it, whatever path led to it.
std::vector<bool> verified_nodes(const reach::Arg& graph) {
  const std::vector<reach::ArgNode>& nodes = graph.nodes();
  std::vector<std::vector<reach::NodeId>> before(nodes.size());
  std::vector<reach::NodeId> open;
  std::vector<bool> result(nodes.size(), true);
  for (reach::NodeId id = 0; id < nodes.size(); ++id) {
    const reach::ArgNode& node = nodes[id];
    for (const reach::ArgEdge& edge : node.out) before[edge.target].push_back(id);
    const bool is_free = node.status == reach::NodeStatus::Verified && graph.is_target_free(node.at);
    if (node.status == reach::NodeStatus::Expanded || is_free) continue;
    result[id] = false;
    if (node.status != reach::NodeStatus::Removed) open.push_back(id);
  }
  while (!open.empty()) {
    const reach::NodeId id = open.back();
    open.pop_back();
    for (const reach::NodeId source : before[id])
      if (result[source]) {
        result[source] = false;
        open.push_back(source);
      }
  }
  return result;
}

class Teller {
public:
  Teller(reach::Arg& graph, ValueDomain& domain)
      : graph_(graph), domain_(domain), program_(graph.program()), calls_(graph.program()) {}

  std::optional<exchange::Gia> run(exchange::GiaHeader header) {
    const std::vector<bool> verified = verified_nodes(graph_);
    std::map<std::uint32_t, std::vector<Case>> by_head; // by Location::id
    for (reach::NodeId id = 0; id < verified.size(); ++id) {
      const reach::ArgNode& node = graph_.nodes()[id];
      if (!verified[id] || node.status != reach::NodeStatus::Expanded || !is_tellable(node.at)) continue;
      std::vector<Case>& cases = by_head[node.at.location->id];
      if (cases.size() >= most_nodes) continue;
      if (auto told = values_of(node)) cases.push_back(std::move(*told));
    }
    exchange::GiaBuilder builder(std::move(header));
    const exchange::StateId anywhere = builder.add_state(exchange::Accept::Nothing);
    const exchange::StateId verified_state = builder.add_state(exchange::Accept::Unreachable);
    builder.add_transition(anywhere, exchange::Gia::any, anywhere);
    bool is_empty = true;
    for (auto& [head, cases] : by_head)
      if (const Expr* condition = disjunction(merged(std::move(cases))))
        for (const Edge* edge : edges_at(*program_.locations()[head]))
          if (const auto text = exchange::condition_text(program_, exchange::location_after(*edge), *condition)) {
            builder.add_transition(anywhere, builder.label(edge->name), verified_state, builder.text(*text));
            is_empty = false;
          }
    if (is_empty) return std::nullopt;
    return std::move(builder).finish();
  }

private:
  bool is_tellable(const reach::ControlPoint& at) {
    return graph_.is_loop_head(*at.location) && has_one_stack(*at.location->function);
  }

  // Called from one place only, and so are its callers.
  bool has_one_stack(const Function& function) {
    const auto [found, is_new] = one_stack_.try_emplace(&function, false);
    if (!is_new) return found->second;
    const std::vector<const Edge*>& calls = calls_.calls_of(function);
    if (calls_.is_recursive(function)) return false;
    const bool result = &function == &program_.entry() ? calls.empty()
                                                       : calls.size() == 1 && calls.front()->op.callee != nullptr &&
                                                             has_one_stack(calls.front()->function());
    return one_stack_[&function] = result;
  }

  bool is_live(const Location& location, const Variable& variable) {
    return live_.try_emplace(location.function, *location.function).first->second.is_live(location, variable);
  }

  // Where the activation that has the variable is, if it is on the stack.
  const Location* place_of(const AbstractObject& object, const reach::ControlPoint& at) const {
    if (object.variable->is_global()) return at.location;
    const reach::CallStacks& stacks = graph_.stacks();
    const Location* place = at.location;
    for (reach::StackId stack = at.stack;; stack = stacks.caller(stack)) {
      if (stack == object.stack) return place;
      if (stacks.call(stack) == nullptr) return nullptr;
      place = stacks.call(stack)->to;
    }
  }

  // The values that the state requires; nothing if there is more to it than that.
  std::optional<Case> values_of(const reach::ArgNode& node) {
    const auto& state = static_cast<const AbstractState&>(*node.state);
    Case result;
    bool is_complete = true;
    state.cells().for_each([&](std::uint64_t key, const AbstractCell& cell) {
      if (!is_complete) return;
      const AbstractObject& object = domain_.memory().object(AbstractMemory::object_of(key));
      if (object.kind == AbstractObject::Kind::Result) return; // of a call that has returned
      if (object.kind != AbstractObject::Kind::Variable) {
        is_complete = false;
        return;
      }
      const std::uint64_t offset = AbstractMemory::offset_of(key);
      const bool is_lifetime = offset == AbstractMemory::lifetime_mark || offset == AbstractMemory::size_mark;
      if (is_lifetime && object.variable->address_taken) is_complete = false;
      if (is_lifetime || result.values.contains(object.variable->id)) return;
      if (cell.value.is_any() && offset != AbstractMemory::zero_mark) return;
      const Location* place = place_of(object, node.at);
      if (place == nullptr || is_string_literal(*object.variable) || !is_live(*place, *object.variable)) return;
      const bool is_own = place == node.at.location;
      if (!is_own || !value::is_tellable(*object.variable)) {
        is_complete = false;
        return;
      }
      const AbstractValue value = domain_.value_of(state, *object.variable, node.at.stack);
      if (value.is_any()) return;
      is_complete = value.is_range() && value.is_constant();
      if (!is_complete) return;
      result.values[object.variable->id] = {value.bits()};
      variables_[object.variable->id] = object.variable;
    });
    return is_complete ? std::optional(std::move(result)) : std::nullopt;
  }

  // Cases that differ in one variable become one.
  static std::vector<Case> merged(std::vector<Case> cases) {
    std::set<std::uint32_t> variables;
    for (const Case& each : cases)
      for (const auto& [variable, values] : each.values) variables.insert(variable);
    for (const std::uint32_t variable : variables) {
      std::map<std::map<std::uint32_t, Values>, Case> by_rest;
      std::vector<Case> next;
      for (Case& each : cases) {
        if (!each.values.contains(variable)) {
          next.push_back(std::move(each));
          continue;
        }
        auto rest = each.values;
        rest.erase(variable);
        const auto [found, is_new] = by_rest.try_emplace(std::move(rest), each);
        if (is_new) continue;
        Values& values = found->second.values[variable];
        values.insert(each.values.at(variable).begin(), each.values.at(variable).end());
        found->second.nodes += each.nodes;
      }
      for (auto& [rest, each] : by_rest)
        if (each.values.at(variable).size() <= most_values) next.push_back(std::move(each));
      cases = std::move(next);
    }
    std::ranges::sort(cases, [](const Case& a, const Case& b) {
      return a.nodes != b.nodes ? a.nodes > b.nodes : a.values < b.values;
    });
    if (cases.size() > most_cases) cases.resize(most_cases);
    return cases;
  }

  const Expr* disjunction(const std::vector<Case>& cases) const {
    Context& context = program_.context();
    const auto joined = [&](BinaryOp op, const Expr* a, const Expr& b) {
      return a == nullptr ? &b : &context.binary(op, *a, b);
    };
    const Expr* any = nullptr;
    for (const Case& each : cases) {
      const Expr* all = nullptr;
      for (const auto& [id, values] : each.values) {
        const Variable& variable = *variables_.at(id);
        const Expr* one_of = nullptr;
        for (const std::uint64_t value : values)
          one_of = joined(BinaryOp::LogicalOr, one_of,
                          context.binary(BinaryOp::Eq, context.variable(variable),
                                         context.integer(*variable.type, UInt128{value})));
        all = joined(BinaryOp::LogicalAnd, all, *one_of);
      }
      if (all == nullptr) all = &context.integer(context.types().int_type(), 1); // whatever the values are
      any = joined(BinaryOp::LogicalOr, any, *all);
    }
    return any;
  }

  // Edges after which a run is at the location. After a return there is none; then those of a branch, which change
  // nothing.
  static std::vector<const Edge*> edges_at(const Location& head) {
    std::vector<const Edge*> result;
    bool is_seen = &head != &head.function->entry();
    for (const Edge* edge : head.in) {
      const bool enters = edge->op.kind == OpKind::Call && (edge->op.callee == nullptr || edge->op.callee->has_body());
      if (!enters) result.push_back(edge);
      is_seen &= !enters;
    }
    if (!is_seen && head.out.size() == 2) result.insert(result.end(), head.out.begin(), head.out.end());
    return result;
  }

  reach::Arg& graph_;
  ValueDomain& domain_;
  const Program& program_;
  pointers::CallGraph calls_;
  std::map<std::uint32_t, const Variable*> variables_; // by their ids, as far as they are told
  std::map<const Function*, bool> one_stack_;
  std::map<const Function*, dataflow::Liveness> live_;
};

} // namespace

std::optional<exchange::Gia> verified_values(reach::Arg& graph, ValueDomain& domain, exchange::GiaHeader header) {
  return Teller(graph, domain).run(std::move(header));
}

} // namespace tandem::analysis::value
