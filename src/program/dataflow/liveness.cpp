// The classical backward data-flow problem (Aho, Lam, Sethi, Ullman, "Compilers", 2006, section 9.2), solved by sweeps
// over the locations against reverse post-order until nothing changes; sets are bit vectors over the tracked
// variables.

#include "program/dataflow/liveness.h"

namespace tandem::dataflow {

namespace {

// The variable that an edge overwrites as a whole.
const Variable* overwritten(const Operation& op) {
  if (op.kind == OpKind::Declare) return op.variable;
  return op.lvalue != nullptr && op.lvalue->kind() == ExprKind::Variable ? &op.lvalue->variable() : nullptr;
}

template <typename Visit> void for_each_use(const Operation& op, const Visit& visit) {
  if (op.kind == OpKind::EndScope) visit(*op.variable); // a pointer may be to an array of variable length, which ends
  if (op.lvalue != nullptr && op.lvalue->kind() != ExprKind::Variable) for_each_variable(*op.lvalue, visit);
  if (op.value != nullptr) for_each_variable(*op.value, visit);
  for (const Expr* argument : op.arguments) for_each_variable(*argument, visit);
}

} // namespace

Liveness::Liveness(const Function& function) {
  const auto add = [&](const Variable* variable) {
    if (variable->type->is_scalar() && !variable->address_taken)
      numbers_.emplace(variable, static_cast<std::uint32_t>(numbers_.size()));
  };
  for (const Variable* parameter : function.parameters()) add(parameter);
  for (const Variable* local : function.locals()) add(local);
  for (const Location* location : function.locations()) live_[location] = Set(numbers_.size());
  const auto before = [&](const Edge& edge) {
    Set result = live_.at(edge.to);
    if (const Variable* variable = overwritten(edge.op))
      if (const auto number = numbers_.find(variable); number != numbers_.end()) result[number->second] = false;
    for_each_use(edge.op, [&](const Variable& variable) {
      if (const auto number = numbers_.find(&variable); number != numbers_.end()) result[number->second] = true;
    });
    return result;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto at = function.locations().rbegin(); at != function.locations().rend(); ++at) {
      Set merged = live_.at(*at);
      for (const Edge* edge : (*at)->out) {
        const Set more = before(*edge);
        for (std::size_t i = 0; i < merged.size(); ++i) merged[i] = merged[i] || more[i];
      }
      if (merged == live_.at(*at)) continue;
      live_[*at] = std::move(merged);
      changed = true;
    }
  }
}

bool Liveness::is_live(const Location& location, const Variable& variable) const {
  const auto number = numbers_.find(&variable);
  const auto set = live_.find(&location);
  return number == numbers_.end() || set == live_.end() || set->second[number->second];
}

} // namespace tandem::dataflow
