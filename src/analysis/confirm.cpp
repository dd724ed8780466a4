#include "analysis/confirm.h"

#include "base/input_error.h"
#include "semantics/run.h"
#include "task/harness.h"

#include <fmt/format.h>

#include <array>

namespace tandem::analysis {

using semantics::RunResult;
using task::Confirmation;
using task::Counterexample;
using task::InputKind;
using task::InputValue;

namespace {

using Clock = std::chrono::steady_clock;

// How values are made up that nobody listed.
enum class Fill : std::uint8_t { Zero, Listed, Ones, Random };

struct Guess {
  Fill fill = Fill::Zero;
  std::uint64_t seed = 0;
};

// Zero comes first because a compiler can be asked for it.
constexpr std::array guesses{Guess{Fill::Zero},      Guess{Fill::Listed},    Guess{Fill::Ones},
                             Guess{Fill::Random, 1}, Guess{Fill::Random, 2}, Guess{Fill::Random, 3},
                             Guess{Fill::Random, 4}};

// What a replay asked for, in order. Bytes of memory without a value may be very many; the first ones tell enough.
class Asked {
public:
  void add(InputKind kind, const semantics::InputRequest& request, UInt128 bits) {
    if (kind == InputKind::Uninitialised && ++uninitialised_ > 1000) return;
    inputs_.push_back({kind, &request.type, bits, request.edge});
  }
  bool any_uninitialised() const { return uninitialised_ > 0; }
  const std::vector<InputValue>& inputs() const { return inputs_; }

private:
  std::vector<InputValue> inputs_;
  std::size_t uninitialised_ = 0;
};

// Answers calls from the list. A value stands for the edge that asked for it; an edge that is not next in the list got
// none because the engine found that it does not matter. A run that has left the engine's path may ask for ever.
class ListedInputs : public semantics::InputSource {
public:
  ListedInputs(const std::vector<InputValue>& inputs, Asked& asked) : inputs_(inputs), asked_(asked) { skip(); }

  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    const bool listed =
        used_ < inputs_.size() && (inputs_[used_].edge == request.edge || inputs_[used_].edge == nullptr);
    if (!listed && ++made_up_ > most_made_up) return std::nullopt;
    const UInt128 bits = listed ? inputs_[used_].bits : 0;
    const bool is_call = request.reason != semantics::InputReason::Nondet;
    asked_.add(is_call ? InputKind::UndefinedFunction : InputKind::Nondet, request, bits);
    if (listed) {
      ++used_;
      skip();
    }
    return bits;
  }

private:
  void skip() {
    while (used_ < inputs_.size() && inputs_[used_].kind == InputKind::Uninitialised) ++used_;
  }

  static constexpr std::size_t most_made_up = 100'000;

  const std::vector<InputValue>& inputs_;
  Asked& asked_;
  std::size_t used_ = 0, made_up_ = 0;
};

// Values of what was never written.
class UninitialisedValues : public semantics::InputSource {
public:
  UninitialisedValues(const std::vector<InputValue>& inputs, Guess guess, Asked& asked)
      : inputs_(inputs), used_bytes_(inputs.size(), 0), guess_(guess), asked_(asked), random_(guess.seed) {}

  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    const UInt128 bits = value(request);
    asked_.add(InputKind::Uninitialised, request, bits);
    return bits;
  }

private:
  UInt128 value(const semantics::InputRequest& request) {
    switch (guess_.fill) {
    case Fill::Zero: return 0;
    case Fill::Listed: return listed(request);
    case Fill::Ones: return request.type.is_bool() ? 1 : ~UInt128{0} >> (128 - request.type.width());
    case Fill::Random: return semantics::random_bits(request.type, random_);
    }
    return 0;
  }

  // A value in memory is asked for byte by byte.
  UInt128 listed(const semantics::InputRequest& request) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const InputValue& input = inputs_[i];
      if (input.kind != InputKind::Uninitialised || !is_meant(input, used_bytes_[i], request)) continue;
      if (used_bytes_[i] + request.type.size() > input.type->size()) continue;
      const UInt128 bits = input.bits >> (8 * used_bytes_[i]);
      used_bytes_[i] += request.type.size();
      return bits & (~UInt128{0} >> (128 - request.type.width()));
    }
    return 0;
  }

  // Either by the variable and the place in it, or by the edge that asks.
  static bool is_meant(const InputValue& input, std::uint64_t used, const semantics::InputRequest& request) {
    if (input.edge != nullptr) return input.edge == request.edge;
    return input.variable == request.variable && (!request.byte || *request.byte == input.offset + used);
  }

  const std::vector<InputValue>& inputs_;
  std::vector<std::uint64_t> used_bytes_;
  Guess guess_;
  Asked& asked_;
  std::uint64_t random_;
};

struct Replay {
  RunResult run;
  Asked asked;
  Guess guess;

  bool reached() const { return run.end == semantics::End::ErrorCall; }
};

class Confirmer {
public:
  Confirmer(const Program& program, const Counterexample& found, const ConfirmOptions& options)
      : program_(program), found_(found), options_(options), deadline_(Clock::now() + options.replay_limit) {}

  // The first replay that reaches the error, or else the first one.
  Replay replay() {
    semantics::Executable executable(program_, {.targets = options_.property.error_functions});
    Replay first = run(executable, guesses.front(), 0);
    if (first.reached() || !first.asked.any_uninitialised()) return first;
    for (const Guess guess : guesses) {
      if (guess.fill == Fill::Zero || Clock::now() > deadline_) continue;
      Replay other = run(executable, guess, 0);
      if (other.reached()) return other;
    }
    return first;
  }

  // The same once more, with the path written down.
  void record(Counterexample& result, const Replay& replay) {
    if (replay.run.steps > options_.path_limit) return;
    for (const semantics::Values values : {semantics::Values::Record, semantics::Values::Ignore}) {
      semantics::Executable executable(program_, {.targets = options_.property.error_functions, .values = values});
      Replay again = run(executable, replay.guess, options_.path_limit);
      if (!again.reached() || again.run.steps != replay.run.steps) continue;
      result.path = std::move(again.run.trace);
      result.written = std::move(again.run.written);
      return;
    }
  }

private:
  Replay run(semantics::Executable& executable, Guess guess, std::uint64_t trace_limit) {
    Replay result;
    result.guess = guess;
    ListedInputs inputs(found_.inputs, result.asked);
    UninitialisedValues arbitrary(found_.inputs, guess, result.asked);
    semantics::RunOptions options;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now());
    options.time_limit = std::max(left, std::chrono::milliseconds(100));
    options.trace_limit = trace_limit;
    options.uninitialised = semantics::Uninitialised::IsArbitrary;
    options.arbitrary = &arbitrary;
    options.outside = found_.outside;
    options.output_limit = 0;
    result.run = executable.run(inputs, options);
    return result;
  }

  const Program& program_;
  const Counterexample& found_;
  const ConfirmOptions& options_;
  Clock::time_point deadline_;
};

std::string description(const Program& program, const RunResult& run) {
  std::string text(name(run.end));
  if (run.fault) text = std::string(semantics::name(run.fault->kind));
  if (!run.message.empty() && run.message != text) text += ", " + run.message;
  if (run.last_edge != nullptr) text += ", at " + program.text(run.last_edge->range.begin);
  return text;
}

// Did the interpreter end for reasons of its own, which say nothing about the program?
bool gave_up(const RunResult& run) {
  const bool limit = run.end == semantics::End::StepLimit || run.end == semantics::End::TimeLimit ||
                     run.end == semantics::End::MemoryLimit;
  return limit || (run.fault && run.fault->kind == semantics::FaultKind::Library);
}

task::CompiledRun compiled_run(const Program& program, const Counterexample& found, const ConfirmOptions& options) {
  return run_compiled(make_harness(program, options.property, found, {.compiler_args = options.compiler_args}),
                      options.compiled);
}

void confirm_compiled_only(const Program& program, Counterexample& found, const ConfirmOptions& options,
                           const std::string& obstacle) {
  found.remark = "the interpreter could not follow: " + obstacle;
  if (!found.outside.empty()) return;
  if (options.compiled_check == CompiledCheck::Skip) return;
  const task::CompiledRun run = compiled_run(program, found, options);
  if (run.end == task::CompiledRun::End::ErrorReached)
    found.confirmed = Confirmation::Compiled;
  else
    found.remark += "; " + run.text();
}

void confirm_compiled_too(const Program& program, Counterexample& found, const ConfirmOptions& options,
                          const Asked& asked) {
  using End = task::CompiledRun::End;
  found.confirmed = Confirmation::Interpreter;
  if (!found.outside.empty())
    found.remark = "the path uses memory that functions without a body provide, which a compiled run does not have";
  if (options.compiled_check == CompiledCheck::Skip || !found.outside.empty()) return;
  const task::CompiledRun run = compiled_run(program, found, options);
  if (run.end == End::ErrorReached) {
    found.confirmed = Confirmation::Compiled;
    return;
  }
  found.remark = run.text();
  if (run.end == End::NotCompiled || run.end == End::NotRun || run.end == End::Stopped) return;
  if (asked.any_uninitialised())
    found.remark += "; the path depends on uninitialised values, which a compiled run does not control";
  else
    found.confirmed = Confirmation::None;
}

} // namespace

Counterexample confirm(const Program& program, Counterexample found, const ConfirmOptions& options) {
  found.confirmed = Confirmation::None;
  found.remark.clear();
  Confirmer confirmer(program, found, options);
  std::optional<Replay> replay;
  try {
    replay = confirmer.replay();
  } catch (const InputError& problem) {
    confirm_compiled_only(program, found, options, problem.what());
    return found;
  }
  if (replay->reached()) {
    Counterexample result = found;
    result.inputs = replay->asked.inputs();
    result.target = replay->run.targets_reached.back();
    confirmer.record(result, *replay);
    confirm_compiled_too(program, result, options, replay->asked);
    return result;
  }
  if (gave_up(replay->run))
    confirm_compiled_only(program, found, options, description(program, replay->run));
  else
    found.remark = "the interpreter does not reach the error: " + description(program, replay->run);
  return found;
}

task::Outcome outcome_of(Counterexample found) {
  task::Outcome outcome;
  if (found.confirmed == Confirmation::None)
    outcome.reason = "a possible error path was not confirmed: " + found.remark;
  else
    outcome.verdict = task::Verdict::False;
  outcome.counterexample = std::move(found);
  return outcome;
}

} // namespace tandem::analysis
