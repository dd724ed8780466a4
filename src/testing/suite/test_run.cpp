#include "testing/suite/test_run.h"

#include "base/core/require.h"

namespace tandem::testing::suite {

namespace {

task::InputKind kind_of(semantics::InputReason reason) {
  switch (reason) {
  case semantics::InputReason::Nondet: return task::InputKind::Nondet;
  case semantics::InputReason::Undefined: return task::InputKind::UndefinedFunction;
  case semantics::InputReason::Unspecified: return task::InputKind::Unspecified;
  case semantics::InputReason::Environment: return task::InputKind::Environment;
  case semantics::InputReason::Arbitrary: return task::InputKind::Uninitialised;
  }
  unreachable();
}

} // namespace

std::optional<UInt128> ListedInputs::next(const semantics::InputRequest& request) {
  if (used_ < values_.size()) return values_[used_++];
  return then_ == nullptr ? std::nullopt : then_->next(request);
}

std::vector<UInt128> TestRun::values() const {
  std::vector<UInt128> result;
  for (const task::InputValue& input : inputs) result.push_back(input.bits);
  return result;
}

TestRunner::TestRunner(const Program& program)
    : executable_(program, semantics::interpreter::ExecutableOptions{.targets = {}}) {}

TestRun TestRunner::run(semantics::InputSource& inputs, const RunLimits& limits) {
  semantics::interpreter::RunOptions options;
  options.step_limit = limits.steps;
  options.time_limit = limits.time;
  options.trace_limit = limits.trace;
  options.memory_limit = std::uint64_t{256} << 20;
  options.output_limit = 0;
  options.visits = semantics::interpreter::VisitRecording::Record;
  options.uninitialised = semantics::interpreter::Uninitialised::IsArbitrary;
  semantics::interpreter::RunResult result = executable_.run(inputs, options);
  TestRun run{.end = result.end,
              .exit_code = result.exit_code,
              .last_edge = result.last_edge,
              .visited = std::move(result.visited),
              .trace = std::move(result.trace)};
  run.steps = result.steps;
  for (const semantics::interpreter::ConsumedInput& input : result.inputs)
    run.inputs.push_back({.kind = kind_of(input.reason), .type = input.type, .bits = input.bits, .edge = input.edge});
  return run;
}

TestRun TestRunner::run(const std::vector<UInt128>& values, const RunLimits& limits) {
  ListedInputs inputs(values);
  return run(inputs, limits);
}

} // namespace tandem::testing::suite
