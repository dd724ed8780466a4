// Edges and variables are mapped back by the origins that every transformation records (transform/reduce/residual.h);
// inputs of edges without an origin, which the transformation added, are dropped.

#include "analysis/confirm/residual_alarm.h"

namespace tandem::analysis::confirm {

task::Counterexample original(const transform::reduce::Residual& residual, task::Counterexample found) {
  const auto origin = [&](const Edge* edge) { return edge != nullptr ? residual.edge_origin[edge->id] : nullptr; };
  found.target = origin(found.target);
  found.path = residual.original(found.path);
  found.written.clear();
  std::erase_if(found.inputs,
                [&](const task::InputValue& input) { return input.edge != nullptr && origin(input.edge) == nullptr; });
  for (task::InputValue& input : found.inputs) {
    input.edge = origin(input.edge);
    if (const auto ours = residual.variable_origin.find(input.variable); ours != residual.variable_origin.end())
      input.variable = ours->second;
  }
  return found;
}

Confirm also_with_other_inputs(Confirm confirm) {
  return [confirm = std::move(confirm)](const Program& program, task::Counterexample found) {
    task::Counterexample result = confirm(program, std::move(found));
    if (result.confirmed != task::Confirmation::None || result.inputs.empty()) return result;
    task::Counterexample other = confirm(program, {});
    return other.confirmed != task::Confirmation::None ? other : result;
  };
}

} // namespace tandem::analysis::confirm
