// Batches of runs with growing step limits (400 short ones, 40 longer, 8 long), over the kinds of inputs that sampling
// uses (invariants/sample_inputs.h); then runs that begin as earlier ones which took an edge for the first time
// (grown_runs.h), as long as some of them do so again. Before them comes a run without inputs: if it comes to its end
// and nothing else could make two executions differ (only_run.h), it is the only one, and a proof.

#include "testing/runs/random_runs.h"

#include "analysis/confirm/confirm.h"
#include "analysis/invariants/sample_inputs.h"
#include "base/core/require.h"
#include "semantics/interpreter/run.h"
#include "testing/runs/grown_runs.h"
#include "testing/runs/only_run.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <vector>

namespace tandem::testing {

using semantics::interpreter::End;
using semantics::interpreter::RunResult;
using task::Verdict;

namespace {

// The edges that some run has taken; tells where runs reach new ones.
class Coverage {
public:
  explicit Coverage(task::Monitor& monitor) : monitor_(monitor) {}

  // Whether some of them are new.
  bool add(const std::vector<bool>& visited) {
    reached_.resize(visited.size());
    const std::size_t before = count_;
    for (std::size_t edge = 0; edge < visited.size(); ++edge) {
      count_ += visited[edge] && !reached_[edge];
      reached_[edge] = reached_[edge] || visited[edge];
    }
    if (count_ > before) monitor_.learnt(fmt::format("runs have reached {} of {} edges", count_, reached_.size()));
    return count_ > before;
  }

private:
  task::Monitor& monitor_;
  std::vector<bool> reached_; // by Edge::id
  std::size_t count_ = 0;     // that are reached
};

bool has_ended(End end) {
  switch (end) {
  case End::Returned:
  case End::Exit:
  case End::Abort:
  case End::AssertFailed:
  case End::AssumeViolated:
  case End::Endless: return true;
  case End::ErrorCall:
  case End::Fault:
  case End::InputsExhausted:
  case End::StepLimit:
  case End::TimeLimit:
  case End::MemoryLimit: return false;
  }
  unreachable();
}

class RandomRuns : public task::Actor {
public:
  explicit RandomRuns(analysis::confirm::Confirm confirm) : confirm_(std::move(confirm)) {}

  std::string name() const override { return "random"; }

  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    if (auto outcome = run_without_inputs(task, monitor)) return std::move(*outcome);
    semantics::interpreter::Executable executable(task.program, {.targets = task.property.error_functions});
    const analysis::invariants::ProgramConstants constants(task.program);
    Coverage coverage(monitor);
    GrownRuns grown(constants);
    // Most errors that random inputs reach are reached soon; a few long runs are for the others.
    for (const RunBatch& batch : std::array{RunBatch{400, 10'000}, RunBatch{40, 1'000'000}, RunBatch{8, 20'000'000}})
      for (std::uint32_t i = 0; i < batch.runs; ++i) {
        if (monitor.should_stop()) return task::unknown("limit reached");
        if (i == 0) monitor.progress(fmt::format("{} runs of at most {} steps", batch.runs, batch.steps));
        analysis::invariants::SampleInputs inputs(i + 1, i, constants);
        const RunResult result = executable.run(inputs, limits(task, batch.steps));
        if (result.end == End::ErrorCall) return alarm(task.program, result);
        if (coverage.add(result.visited)) grown.keep(result);
      }
    return grow(task, monitor, executable, coverage, grown);
  }

private:
  struct RunBatch {
    std::uint32_t runs;
    std::uint64_t steps;
  };

  task::Outcome grow(const task::Task& task, task::Monitor& monitor, semantics::interpreter::Executable& executable,
                     Coverage& coverage, GrownRuns& grown) {
    constexpr std::uint32_t least_runs = 400;
    constexpr std::uint64_t least_steps = 4'000'000; // without anything new
    std::uint32_t runs = 0;
    std::uint64_t steps = 0;
    while (!grown.is_empty() && (runs < least_runs || steps < least_steps)) {
      if (monitor.should_stop()) return task::unknown("limit reached");
      GrownRuns::Next next = grown.next();
      const RunResult result = executable.run(next.inputs, limits(task, next.steps));
      if (result.end == End::ErrorCall) return alarm(task.program, result);
      ++runs;
      steps += result.steps + 100; // a run costs something in any case
      if (!coverage.add(result.visited)) continue;
      grown.keep(result);
      runs = 0;
      steps = 0;
    }
    return task::unknown("no run reached an error");
  }

  static semantics::interpreter::RunOptions limits(const task::Task& task, std::uint64_t steps) {
    semantics::interpreter::RunOptions options;
    options.step_limit = steps;
    options.visits = semantics::interpreter::VisitRecording::Record;
    if (task.limits.cpu) options.time_limit = *task.limits.cpu;
    if (task.limits.memory) options.memory_limit = *task.limits.memory / 4;
    return options;
  }

  // A verdict if there is nothing else that the program can do.
  std::optional<task::Outcome> run_without_inputs(const task::Task& task, task::Monitor& monitor) {
    if (!may_read_nothing(task.program)) return std::nullopt;
    semantics::interpreter::Executable executable(
        task.program,
        {.targets = task.property.error_functions, .addresses = semantics::interpreter::AddressUse::Note});
    // With growing limits, since the interpreter does not poll the monitor.
    for (std::uint64_t steps = 10'000'000; !monitor.should_stop(); steps *= 4) {
      semantics::TextInputs none({}, semantics::Exhaustion::Stop);
      const RunResult result = executable.run(none, limits(task, steps));
      if (result.end == End::ErrorCall) return alarm(task.program, result);
      if (result.end == End::StepLimit && !reads_input(task.program, task.property.error_functions)) {
        monitor.progress(fmt::format("the program reads no input: its execution has more than {} steps", steps));
        continue;
      }
      if (!has_ended(result.end) || !is_only_run(task.program, task.property.error_functions, result))
        return std::nullopt;
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
