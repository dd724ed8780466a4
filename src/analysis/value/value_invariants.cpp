// Ranges are joined over all nodes of a head; tuples are a disjunction with one disjunct per node, restricted to the
// variables that differ between nodes. Locations that executions may reach behind nodes closed without exploration are
// found by a forward search through calls and returns; nothing is claimed for heads among them.

#include "analysis/value/value_invariants.h"

#include "analysis/value/abstract_float.h"
#include "program/dataflow/liveness.h"
#include "program/pointers/call_graph.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tandem::analysis::value {

namespace {

// Larger disjunctions help people little and are expensive for solvers.
constexpr std::size_t tuples_at_most = 8;

bool has_range(const Variable& variable) {
  const Type& type = *variable.type;
  if (type.is_float()) return type.float_kind() != FloatKind::LongDouble;
  return type.is_integer() && !type.is_bool() && type.width() <= 64;
}

const Expr* joined(Context& context, BinaryOp op, const Expr* a, const Expr* b) {
  if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
  return &context.binary(op, *a, *b);
}

// Any comparison that holds implies that the float is not NaN.
const Expr* float_condition(Context& context, const Variable& variable, const AbstractValue& known) {
  const Type& type = *variable.type;
  const AbstractValue value = as_float(type.width(), known);
  if (!value.is_float()) return nullptr;
  const Expr& lvalue = context.variable(variable);
  const long double low = float_low(type.float_kind(), value), high = float_high(type.float_kind(), value);
  const auto compared = [&](BinaryOp op, long double bound) {
    return &context.binary(op, lvalue, context.floating(type, bound));
  };
  if (low == high && std::isfinite(low)) return compared(BinaryOp::Eq, low);
  const Expr* result = std::isfinite(low) ? compared(BinaryOp::Ge, low) : nullptr;
  if (std::isfinite(high)) result = joined(context, BinaryOp::LogicalAnd, result, compared(BinaryOp::Le, high));
  return result;
}

// Locations that executions may reach from nodes that were closed without exploration.
class Unexplored {
public:
  explicit Unexplored(const reach::Arg& graph)
      : program_(graph.program()), calls_(program_), is_unexplored_(program_.locations().size(), false) {
    for (const reach::ArgNode& node : graph.nodes())
      if (node.status == reach::NodeStatus::Verified) reach(*node.at.location);
    while (!waiting_.empty()) {
      const Location& at = *waiting_.back();
      waiting_.pop_back();
      for (const Edge* edge : at.out) {
        reach(*edge->to);
        if (edge->op.kind == OpKind::Call)
          for (const Function* callee : calls_.callees(*edge)) enter(*callee);
      }
      if (&at == &at.function->exit())
        for (const Edge* call : calls_.calls_of(*at.function)) reach(*call->to);
    }
  }

  bool contains(const Location& location) const { return is_unexplored_[location.id]; }

private:
  // A function without a body may call back.
  void enter(const Function& callee) {
    if (callee.has_body()) return reach(callee.entry());
    for (const graph::Graph::Node called : calls_.graph().successors(callee.id()))
      if (const Function& function = *program_.functions()[called]; function.has_body()) reach(function.entry());
  }

  void reach(const Location& location) {
    if (!is_unexplored_[location.id]) waiting_.push_back(&location);
    is_unexplored_[location.id] = true;
  }

  const Program& program_;
  pointers::CallGraph calls_;
  std::vector<bool> is_unexplored_; // by Location::id
  std::vector<const Location*> waiting_;
};

// The values of some variables at one node.
using Row = std::vector<AbstractValue>;

const Expr* ranges(Context& context, const std::vector<const Variable*>& variables, const std::vector<Row>& rows) {
  const Expr* result = nullptr;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    AbstractValue all = rows.front()[i];
    for (const Row& row : rows) all = join(variables[i]->type->width(), all, row[i]);
    result = joined(context, BinaryOp::LogicalAnd, result, range_condition(context, *variables[i], all));
  }
  return result;
}

// The tuples of values that occur together; nullptr if there are too many, or only one.
const Expr* value_tuples(Context& context, const std::vector<const Variable*>& variables,
                         const std::vector<Row>& rows) {
  std::vector<const Expr*> cases;
  for (const Row& row : rows) {
    const Expr* all = nullptr;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const bool differs = std::ranges::any_of(rows, [&](const Row& other) { return !(other[i] == row[i]); });
      if (differs) all = joined(context, BinaryOp::LogicalAnd, all, range_condition(context, *variables[i], row[i]));
    }
    if (all == nullptr) return nullptr; // without any constraint
    if (std::ranges::find(cases, all) == cases.end()) cases.push_back(all);
    if (cases.size() > tuples_at_most) return nullptr;
  }
  const Expr* any = nullptr;
  for (const Expr* each : cases) any = joined(context, BinaryOp::LogicalOr, any, each);
  return cases.size() > 1 ? any : nullptr;
}

} // namespace

const Expr* range_condition(Context& context, const Variable& variable, const AbstractValue& value) {
  if (variable.type->is_float()) return float_condition(context, variable, value);
  if (!value.is_range()) return nullptr;
  const Type& type = *variable.type;
  const std::uint32_t width = type.width();
  const AbstractValue all;
  const auto compared = [&](BinaryOp op, std::uint64_t bound) {
    return &context.binary(op, context.variable(variable), context.integer(type, UInt128{bound}));
  };
  if (value.is_constant())
    return compared(BinaryOp::Eq,
                    type.is_signed() ? static_cast<std::uint64_t>(value.signed_low(width)) : value.bits());
  const Expr *low = nullptr, *high = nullptr;
  if (type.is_signed()) {
    if (value.signed_low(width) != all.signed_low(width))
      low = compared(BinaryOp::Ge, static_cast<std::uint64_t>(value.signed_low(width)));
    if (value.signed_high(width) != all.signed_high(width))
      high = compared(BinaryOp::Le, static_cast<std::uint64_t>(value.signed_high(width)));
  } else {
    if (value.unsigned_low(width) != 0) low = compared(BinaryOp::Ge, value.unsigned_low(width));
    if (value.unsigned_high(width) != all.unsigned_high(width))
      high = compared(BinaryOp::Le, value.unsigned_high(width));
  }
  return joined(context, BinaryOp::LogicalAnd, low, high);
}

std::vector<const Variable*> variables_with_ranges(const Program& program, const Function& function) {
  std::vector<const Variable*> result;
  for (const auto* list : {&program.globals(), &function.parameters(), &function.locals()})
    std::ranges::copy_if(*list, std::back_inserter(result),
                         [](const Variable* variable) { return has_range(*variable); });
  return result;
}

std::vector<exchange::LocationInvariant> value_invariants(reach::Arg& graph, ValueDomain& domain) {
  const Program& program = graph.program();
  const Unexplored unexplored(graph);
  std::map<std::uint32_t, std::vector<const reach::ArgNode*>> by_head; // by Location::id
  for (const reach::ArgNode& node : graph.nodes())
    if (node.status != reach::NodeStatus::Removed && graph.is_loop_head(*node.at.location) &&
        !unexplored.contains(*node.at.location))
      by_head[node.at.location->id].push_back(&node);
  std::map<const Function*, dataflow::Liveness> live;
  std::vector<exchange::LocationInvariant> result;
  for (const auto& [id, nodes] : by_head) {
    const Location& head = *program.locations()[id];
    const dataflow::Liveness& liveness = live.try_emplace(head.function, *head.function).first->second;
    std::vector<const Variable*> variables = variables_with_ranges(program, *head.function);
    std::erase_if(variables, [&](const Variable* variable) {
      return variable->kind == VariableKind::Temporary || !liveness.is_live(head, *variable);
    });
    std::vector<Row> rows;
    for (const reach::ArgNode* node : nodes) {
      Row row;
      for (const Variable* variable : variables)
        row.push_back(domain.value_of(*node->state, *variable, node->at.stack));
      rows.push_back(std::move(row));
    }
    for (const Expr* known :
         {ranges(program.context(), variables, rows), value_tuples(program.context(), variables, rows)})
      if (known != nullptr) result.push_back({&head, known});
  }
  return result;
}

} // namespace tandem::analysis::value
