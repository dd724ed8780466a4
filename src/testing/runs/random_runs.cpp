// Batches of runs with growing step limits (400 short ones, 40 longer, 8 long), over the kinds of inputs that sampling
// uses (invariants/sample_inputs.h). A program is deterministic if nothing but inputs could make two executions differ:
// no addresses used as numbers, no unknown library function, no uninitialised read at run time; then its one execution,
// if it ends, is a proof.

#include "testing/runs/random_runs.h"

#include "analysis/confirm/confirm.h"
#include "analysis/invariants/sample_inputs.h"
#include "semantics/interpreter/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace tandem::testing {

using semantics::interpreter::End;
using semantics::interpreter::RunResult;
using task::Verdict;

namespace {

// Library functions whose behaviour depends on their arguments alone.
bool is_predictable(const Function& function) {
  constexpr std::array<std::string_view, 17> names{
      "abort",  "exit",   "malloc", "calloc", "free", "memset", "memcpy",        "memmove",         "memcmp",
      "strlen", "strcmp", "strcpy", "printf", "puts", "abs",    "__assert_fail", "__builtin_alloca"};
  return function.has_body() || std::find(names.begin(), names.end(), function.name()) != names.end();
}

bool has_address_as_number(const Expr& expr) {
  if (expr.kind() == ExprKind::Cast && expr.type().is_integer() && !expr.type().is_bool() &&
      expr.operand(0).type().is_pointer())
    return true;
  if (expr.type().is_pointer() && expr.kind() == ExprKind::Integer && expr.bits() != 0) return true;
  if (expr.kind() == ExprKind::Cast && expr.type().is_pointer() && expr.operand(0).type().is_integer() &&
      !expr.operand(0).is_integer_constant(0))
    return true;
  return std::any_of(expr.operands().begin(), expr.operands().end(),
                     [](const Expr* operand) { return has_address_as_number(*operand); });
}

// Whether the program reads no input and all its executions are the same.
bool is_determined(const Program& program, const Property& property) {
  if (!program.entry().parameters().empty()) return false;
  if (std::any_of(program.globals().begin(), program.globals().end(), [](const Variable* v) { return v->is_extern; }))
    return false;
  return std::all_of(program.edges().begin(), program.edges().end(), [&](const Edge* edge) {
    const Operation& op = edge->op;
    for (const Expr* expr : {op.lvalue, op.value})
      if (expr != nullptr && has_address_as_number(*expr)) return false;
    for (const Expr* argument : op.arguments)
      if (has_address_as_number(*argument)) return false;
    if (op.kind != OpKind::Call) return op.kind != OpKind::Nondet;
    return op.callee != nullptr && (is_predictable(*op.callee) || property.error_functions.contains(*op.callee));
  });
}

// The edges that some run has taken; tells where runs reach new ones.
class Coverage {
public:
  explicit Coverage(task::Monitor& monitor) : monitor_(monitor) {}

  void add(const std::vector<bool>& visited) {
    reached_.resize(visited.size());
    const std::size_t before = count_;
    for (std::size_t edge = 0; edge < visited.size(); ++edge) {
      count_ += visited[edge] && !reached_[edge];
      reached_[edge] = reached_[edge] || visited[edge];
    }
    if (count_ > before) monitor_.learnt(fmt::format("runs have reached {} of {} edges", count_, reached_.size()));
  }

private:
  task::Monitor& monitor_;
  std::vector<bool> reached_; // by Edge::id
  std::size_t count_ = 0;     // that are reached
};

class RandomRuns : public task::Actor {
public:
  explicit RandomRuns(analysis::confirm::Confirm confirm) : confirm_(std::move(confirm)) {}

  std::string name() const override { return "random"; }

  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    semantics::interpreter::Executable executable(task.program, {.targets = task.property.error_functions});
    if (is_determined(task.program, task.property)) return only_run(task, monitor, executable);
    const analysis::invariants::ProgramConstants constants(task.program);
    Coverage coverage(monitor);
    // Most errors that random inputs reach are reached soon; a few long runs are for the others.
    for (const RunBatch& batch : std::array{RunBatch{400, 10'000}, RunBatch{40, 1'000'000}, RunBatch{8, 20'000'000}})
      for (std::uint32_t i = 0; i < batch.runs; ++i) {
        if (monitor.should_stop()) return task::unknown("limit reached");
        if (i == 0) monitor.progress(fmt::format("{} runs of at most {} steps", batch.runs, batch.steps));
        analysis::invariants::SampleInputs inputs(i + 1, i, constants);
        const RunResult result = executable.run(inputs, limits(task, batch.steps));
        if (result.end == End::ErrorCall) return alarm(task.program, result);
        coverage.add(result.visited);
      }
    return task::unknown("no run reached an error");
  }

private:
  struct RunBatch {
    std::uint32_t runs;
    std::uint64_t steps;
  };

  static semantics::interpreter::RunOptions limits(const task::Task& task, std::uint64_t steps) {
    semantics::interpreter::RunOptions options;
    options.step_limit = steps;
    options.visits = semantics::interpreter::VisitRecording::Record;
    if (task.limits.cpu) options.time_limit = *task.limits.cpu;
    if (task.limits.memory) options.memory_limit = *task.limits.memory / 4;
    return options;
  }

  task::Outcome only_run(const task::Task& task, task::Monitor& monitor,
                         semantics::interpreter::Executable& executable) {
    monitor.progress("the program reads no input: running its only execution");
    // With growing limits, since the interpreter does not poll the monitor.
    for (std::uint64_t steps = 10'000'000; !monitor.should_stop(); steps *= 4) {
      semantics::TextInputs none({}, semantics::Exhaustion::Stop);
      const RunResult result = executable.run(none, limits(task, steps));
      if (result.end == End::ErrorCall) return alarm(task.program, result);
      if (result.end == End::StepLimit) continue;
      const bool has_ended = result.end == End::Returned || result.end == End::Exit || result.end == End::Abort ||
                             result.end == End::AssertFailed || result.end == End::AssumeViolated ||
                             result.end == End::Endless;
      if (!has_ended || !result.inputs.empty()) return task::unknown("its run ended early: " + result.message);
      if (result.asks_environment) return task::unknown("its runs depend on the environment");
      task::Outcome outcome;
      outcome.verdict = Verdict::True;
      return outcome;
    }
    return task::unknown("limit reached");
  }

  task::Outcome alarm(const Program& program, const RunResult& result) {
    task::Counterexample found;
    found.target = result.targets_reached.empty() ? result.last_edge : result.targets_reached.back();
    for (const semantics::interpreter::ConsumedInput& input : result.inputs)
      found.inputs.push_back({.kind = analysis::confirm::kind_of(input.reason),
                              .type = input.type,
                              .bits = input.bits,
                              .edge = input.edge});
    if (confirm_) found = confirm_(program, std::move(found));
    return analysis::confirm::outcome_of(std::move(found));
  }

  analysis::confirm::Confirm confirm_;
};

} // namespace

std::unique_ptr<task::Actor> make_random_runs(analysis::confirm::Confirm confirm) {
  return std::make_unique<RandomRuns>(std::move(confirm));
}

} // namespace tandem::testing
