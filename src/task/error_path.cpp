#include "task/error_path.h"

#include "exchange/gia/input_constraint.h"

namespace tandem::task {

std::vector<exchange::PathStep> error_path(const Program& program, const Counterexample& counterexample) {
  std::vector<exchange::PathStep> result;
  std::vector<const InputValue*> inputs;
  for (const InputValue& input : counterexample.inputs)
    if (input.kind != InputKind::Uninitialised && input.edge != nullptr) inputs.push_back(&input);
  std::size_t used = 0;
  for (const Edge* edge : counterexample.path) {
    exchange::PathStep step{edge, ""};
    for (; used < inputs.size() && inputs[used]->edge == edge; ++used)
      step.assumption = exchange::input_assumption(program, *edge, *inputs[used]->type, inputs[used]->bits);
    result.push_back(std::move(step));
  }
  if (!result.empty() && result.back().edge != counterexample.target) result.push_back({counterexample.target, ""});
  return result;
}

exchange::DecidedTargets decided_targets(const Program& program, const Outcome& outcome) {
  exchange::DecidedTargets result;
  const auto add = [&](const Counterexample& found) {
    if (!found.path.empty()) result.errors.push_back(error_path(program, found));
  };
  bool has_main = outcome.verdict != Verdict::False || !outcome.counterexample;
  for (const TargetStatus& status : outcome.targets) {
    if (status.state == TargetState::Unreachable) result.unreachable.push_back(status.target);
    if (status.state != TargetState::Reached || !status.counterexample) continue;
    add(*status.counterexample);
    has_main = has_main || status.target == outcome.counterexample->target;
  }
  if (!has_main) add(*outcome.counterexample);
  return result;
}

} // namespace tandem::task
