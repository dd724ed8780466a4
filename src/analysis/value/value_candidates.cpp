// State machines keep their state in variables with a few values, and what holds of the others depends on that state.
// The graph has seen many combinations, through branches that random inputs rarely take. For each live variable x at a
// loop head: x is one of the values seen; and for each value of x, what other variables were then: "x != 3 || y == 0".

#include "analysis/value/value_candidates.h"

#include "analysis/value/value_invariants.h"
#include "program/dataflow/liveness.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace tandem::analysis::value {

namespace {

constexpr std::size_t most_values = 40;          // of a variable that others depend on
constexpr std::size_t most_dependent_values = 4; // of one that depends on it
constexpr std::size_t most_candidates = 300;     // of a loop
constexpr std::size_t most_rows = 20'000;        // of a loop that are looked at

using Row = std::vector<std::optional<std::uint64_t>>; // the constants by variable

// One loop head.
class Candidates {
public:
  Candidates(Context& context, std::vector<const Variable*> variables, std::vector<Row> rows)
      : context_(context), variables_(std::move(variables)), rows_(std::move(rows)), values_(variables_.size()) {
    for (std::size_t i = 0; i < variables_.size(); ++i) values_[i] = seen(i, {}, most_values);
  }

  std::vector<const Expr*> all() {
    for (std::size_t i = 0; i < variables_.size(); ++i)
      if (values_[i]) add(one_of(i, *values_[i]));
    for (std::size_t i = 0; i < variables_.size(); ++i)
      if (values_[i] && values_[i]->size() > 1) add_dependent_on(i);
    if (result_.size() > most_candidates) result_.resize(most_candidates);
    return std::move(result_);
  }

private:
  using Values = std::set<std::uint64_t>;
  struct Case {
    std::size_t variable;
    std::uint64_t value;
  };

  // Of a variable, in the rows of a case; nothing if they are too many or not constant.
  std::optional<Values> seen(std::size_t variable, std::optional<Case> in, std::size_t at_most) const {
    Values result;
    for (const Row& row : rows_) {
      if (in && row[in->variable] != in->value) continue;
      if (!row[variable] || (result.insert(*row[variable]).second && result.size() > at_most)) return std::nullopt;
    }
    return result;
  }

  void add_dependent_on(std::size_t variable) {
    for (const std::uint64_t value : *values_[variable])
      for (std::size_t other = 0; other < variables_.size(); ++other) {
        if (other == variable || result_.size() > most_candidates) continue;
        const auto then = seen(other, Case{variable, value}, most_dependent_values);
        if (!then || (values_[other] && then->size() == values_[other]->size())) continue; // nothing that depends
        const Expr& is_other = compared(BinaryOp::Ne, variable, value);
        add(&context_.binary(BinaryOp::LogicalOr, is_other, *one_of(other, *then)));
      }
  }

  const Expr& compared(BinaryOp op, std::size_t variable, std::uint64_t value) const {
    const Variable& left = *variables_[variable];
    return context_.binary(op, context_.variable(left), context_.integer(*left.type, UInt128{value}));
  }

  const Expr* one_of(std::size_t variable, const Values& values) const {
    const Expr* result = nullptr;
    for (const std::uint64_t value : values) {
      const Expr& is_it = compared(BinaryOp::Eq, variable, value);
      result = result == nullptr ? &is_it : &context_.binary(BinaryOp::LogicalOr, *result, is_it);
    }
    return result;
  }

  void add(const Expr* candidate) {
    if (candidate != nullptr) result_.push_back(candidate);
  }

  Context& context_;
  std::vector<const Variable*> variables_;
  std::vector<Row> rows_;
  std::vector<std::optional<Values>> values_; // by variable
  std::vector<const Expr*> result_;
};

} // namespace

std::vector<exchange::LocationInvariant> value_candidates(reach::Arg& graph, ValueDomain& domain) {
  const Program& program = graph.program();
  std::map<std::uint32_t, std::vector<const reach::ArgNode*>> by_head; // by Location::id
  for (const reach::ArgNode& node : graph.nodes())
    if (node.status != reach::NodeStatus::Removed && graph.is_loop_head(*node.at.location))
      if (auto& nodes = by_head[node.at.location->id]; nodes.size() < most_rows) nodes.push_back(&node);
  std::map<const Function*, dataflow::Liveness> live;
  std::vector<exchange::LocationInvariant> result;
  for (const auto& [id, nodes] : by_head) {
    const Location& head = *program.locations()[id];
    const dataflow::Liveness& liveness = live.try_emplace(head.function, *head.function).first->second;
    std::vector<const Variable*> variables = variables_with_ranges(program, *head.function);
    std::erase_if(variables, [&](const Variable* variable) {
      return variable->kind == VariableKind::Temporary || !variable->type->is_integer() ||
             !liveness.is_live(head, *variable);
    });
    std::vector<Row> rows;
    for (const reach::ArgNode* node : nodes) {
      Row row;
      for (const Variable* variable : variables) {
        const AbstractValue value = domain.value_of(*node->state, *variable, node->at.stack);
        row.push_back(value.is_range() && value.is_constant() ? std::optional(value.bits()) : std::nullopt);
      }
      rows.push_back(std::move(row));
    }
    for (const Expr* candidate : Candidates(program.context(), std::move(variables), std::move(rows)).all())
      result.push_back({&head, candidate});
  }
  return result;
}

} // namespace tandem::analysis::value
