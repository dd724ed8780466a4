#include "task/error_path.h"

#include "exchange/gia/input_constraint.h"
#include "program/model/user_files.h"

#include <algorithm>

namespace tandem::task {

std::vector<exchange::PathStep> error_path(const Program& program, const Counterexample& counterexample) {
  std::vector<exchange::EdgeInput> inputs;
  for (const InputValue& input : counterexample.inputs)
    if (input.kind != InputKind::Uninitialised && input.edge != nullptr)
      inputs.push_back({input.edge, input.type, input.bits});
  const std::vector<std::string> assumptions = exchange::input_assumptions(program, counterexample.path, inputs);
  std::vector<exchange::PathStep> result;
  for (std::size_t i = 0; i < assumptions.size(); ++i) result.push_back({counterexample.path[i], assumptions[i]});
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

unsigned inputs_behind(const Edge* target) {
  const Edge* at = target != nullptr && target->from->in.size() == 1 ? target->from->in.front() : nullptr;
  constexpr int most_checks = 16; // in front of one operation
  for (int i = 0; at != nullptr && at->op.kind == OpKind::Assume && i < most_checks; ++i) {
    if (at->from->out.size() != 2) return 0;
    const Location& next = *at->from->out.front()->to; // where the check holds
    at = next.out.empty() ? nullptr : next.out.front();
  }
  const bool asks = at != nullptr && at->op.kind == OpKind::Nondet && at->op.source == NondetSource::Input;
  return asks ? 1 : 0;
}

const Edge* users_edge(const Program& program, const Counterexample& found) {
  if (is_users(program, found.target->function())) return found.target;
  std::vector<const Edge*> calls;
  for (std::size_t i = 0; i + 1 < found.path.size(); ++i) {
    const Edge& edge = *found.path[i];
    if (edge.op.kind == OpKind::Return && !calls.empty()) calls.pop_back();
    if (edge.op.kind == OpKind::Call && found.path[i + 1]->from != edge.to) calls.push_back(&edge);
  }
  const auto is_of_user = [&](const Edge* call) { return is_users(program, call->function()); };
  const auto innermost = std::find_if(calls.rbegin(), calls.rend(), is_of_user);
  return innermost != calls.rend() ? *innermost : nullptr;
}

} // namespace tandem::task
