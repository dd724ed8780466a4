#include "analysis/confirm.h"

#include "analysis/made_up_memory.h"
#include "base/input_error.h"
#include "base/require.h"
#include "semantics/run.h"
#include "task/harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <span>
#include <unordered_map>

namespace tandem::analysis {

using semantics::RunResult;
using task::Confirmation;
using task::Counterexample;
using task::InputKind;
using task::InputValue;

namespace {

using Clock = std::chrono::steady_clock;

// How values are made up that nobody listed.
enum class Fill : std::uint8_t {
  Zero,
  Listed, // values of what was never written; inputs as the last one of the same edge
  Ones,
  Random,
};

struct Guess {
  Fill fill = Fill::Zero;
  MadeUp memory = MadeUp::Nothing; // behind pointers that nobody listed
  std::uint64_t seed = 0;
};

// Zero comes first because a compiler can be asked for it.
constexpr std::array guesses{Guess{Fill::Zero},
                             Guess{Fill::Listed},
                             Guess{Fill::Zero, MadeUp::EmptyBlocks},
                             Guess{Fill::Zero, MadeUp::LinkedBlocks},
                             Guess{Fill::Listed, MadeUp::LinkedBlocks},
                             Guess{Fill::Ones},
                             Guess{Fill::Random, MadeUp::Nothing, 1},
                             Guess{Fill::Random, MadeUp::Nothing, 2},
                             Guess{Fill::Random, MadeUp::LinkedBlocks, 3},
                             Guess{Fill::Random, MadeUp::LinkedBlocks, 4}};

// What a replay asked for, in order. Bytes of memory without a value may be very many; the first ones tell enough.
class Asked {
public:
  void add(InputKind kind, const semantics::InputRequest& request, UInt128 bits) {
    pointers_ |= request.is_pointer();
    if (kind == InputKind::Uninitialised && ++uninitialised_ > 1000) return;
    inputs_.push_back({kind, &request.type, bits, request.edge});
  }
  void note_made_up() { made_up_ = true; }
  bool any_uninitialised() const { return uninitialised_ > 0; }
  bool any_made_up() const { return made_up_; } // an input that nobody listed
  bool any_pointer() const { return pointers_; }
  const std::vector<InputValue>& inputs() const { return inputs_; }

private:
  std::vector<InputValue> inputs_;
  std::size_t uninitialised_ = 0;
  bool pointers_ = false, made_up_ = false;
};

// Listed: the caller has found none.
UInt128 made_up_value(const Type& type, Fill fill, std::uint64_t& random) {
  switch (fill) {
  case Fill::Zero:
  case Fill::Listed: return 0;
  case Fill::Ones: return type.is_bool() ? 1 : ~UInt128{0} >> (128 - type.width());
  case Fill::Random: return semantics::random_bits(type, random);
  }
  return 0;
}

// Answers calls from the list. A value stands for the edge that asked for it; an edge that is not next in the list got
// none because the engine found that it does not matter. A run that has left the engine's path may ask for ever.
class ListedInputs : public semantics::InputSource {
public:
  // `memory`: where pointers lead; nullptr: null, unless they are listed.
  ListedInputs(const std::vector<InputValue>& inputs, Guess guess, MadeUpMemory* memory, Asked& asked)
      : inputs_(inputs), fill_(guess.fill), memory_(memory), asked_(asked), random_(guess.seed) {
    skip();
  }

  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    const bool listed =
        used_ < inputs_.size() && (inputs_[used_].edge == request.edge || inputs_[used_].edge == nullptr);
    if (!listed && ++made_up_ > most_made_up) return std::nullopt;
    UInt128 bits = listed ? inputs_[used_].bits : other(request);
    if (memory_ != nullptr && request.is_pointer())
      bits = listed ? memory_->standing_for(bits) : memory_->new_pointer();
    const bool is_call = request.reason != semantics::InputReason::Nondet;
    asked_.add(is_call ? InputKind::UndefinedFunction : InputKind::Nondet, request, bits);
    if (listed) {
      last_[request.edge] = bits;
      ++used_;
      skip();
    }
    return bits;
  }

private:
  // Null, unless memory is made up: whatever else a pointer might be leads nowhere.
  UInt128 other(const semantics::InputRequest& request) {
    asked_.note_made_up();
    if (request.is_pointer()) return 0;
    const auto last = last_.find(request.edge);
    if (fill_ == Fill::Listed && last != last_.end()) return last->second;
    return made_up_value(request.type, fill_, random_);
  }

  void skip() {
    while (used_ < inputs_.size() && inputs_[used_].kind == InputKind::Uninitialised) ++used_;
  }

  static constexpr std::size_t most_made_up = 1'000'000;

  const std::vector<InputValue>& inputs_;
  Fill fill_;
  MadeUpMemory* memory_;
  Asked& asked_;
  std::uint64_t random_;
  std::unordered_map<const Edge*, UInt128> last_; // values listed, by who asked
  std::size_t used_ = 0, made_up_ = 0;
};

// Values of what was never written.
class UninitialisedValues : public semantics::InputSource {
public:
  UninitialisedValues(const std::vector<InputValue>& inputs, Guess guess, MadeUpMemory* memory, Asked& asked)
      : inputs_(inputs), used_bytes_(inputs.size()), guess_(guess), memory_(memory), asked_(asked),
        random_(guess.seed) {}

  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    const UInt128 bits = memory_ != nullptr && request.is_pointer() ? pointer(request) : value(request);
    if (!request.block) asked_.add(InputKind::Uninitialised, request, bits); // a block is told as a whole
    return bits;
  }

private:
  UInt128 pointer(const semantics::InputRequest& request) {
    const auto wanted = guess_.fill == Fill::Listed ? listed(request) : std::nullopt;
    if (!wanted) return memory_->new_pointer(request);
    const UInt128 result = memory_->standing_for(*wanted);
    memory_->remember(request, result);
    return result;
  }

  UInt128 value(const semantics::InputRequest& request) {
    if (guess_.fill == Fill::Listed) return listed(request).value_or(0);
    return made_up_value(request.type, guess_.fill, random_);
  }

  // Values in memory may be listed in other pieces than they are asked for.
  std::optional<UInt128> listed(const semantics::InputRequest& request) {
    if (!request.byte) return listed_whole(request);
    UInt128 bits = 0;
    bool any = false;
    for (std::uint64_t i = 0; i < request.type.size(); ++i)
      if (const auto byte = listed_byte(request, *request.byte + i)) {
        bits |= UInt128{*byte} << (8 * i);
        any = true;
      }
    return any ? std::optional(bits) : std::nullopt;
  }

  // Either by the variable or by the edge that asks; each value is for one question.
  std::optional<UInt128> listed_whole(const semantics::InputRequest& request) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const InputValue& input = inputs_[i];
      const bool is_meant = input.edge != nullptr ? input.edge == request.edge : input.variable == request.variable;
      if (input.kind != InputKind::Uninitialised || used_bytes_[i].any() || !is_meant) continue;
      used_bytes_[i].set();
      return input.bits & (~UInt128{0} >> (128 - request.type.width()));
    }
    return std::nullopt;
  }

  std::optional<unsigned char> listed_byte(const semantics::InputRequest& request, std::uint64_t offset) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const InputValue& input = inputs_[i];
      if (input.kind != InputKind::Uninitialised || input.edge != nullptr || input.variable != request.variable)
        continue;
      if (offset < input.offset || offset - input.offset >= input.type->size()) continue;
      const std::uint64_t byte = offset - input.offset;
      if (used_bytes_[i].test(byte)) continue;
      used_bytes_[i].set(byte);
      return static_cast<unsigned char>(input.bits >> (8 * byte));
    }
    return std::nullopt;
  }

  const std::vector<InputValue>& inputs_;
  std::vector<std::bitset<16>> used_bytes_; // by input
  Guess guess_;
  MadeUpMemory* memory_;
  Asked& asked_;
  std::uint64_t random_;
};

struct Replay {
  RunResult run;
  Asked asked;
  Guess guess;
  OutsideMemory outside; // given or made up

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
    if (first.reached()) return first;
    for (const Guess guess : std::span(guesses).subspan(1)) {
      if (Clock::now() > deadline_) break;
      const bool fills_inputs = first.asked.any_made_up() && guess.fill != Fill::Zero;
      const bool makes_memory = first.asked.any_pointer() && guess.memory != MadeUp::Nothing;
      if (!first.asked.any_uninitialised() && !fills_inputs && !makes_memory) continue;
      Replay other = run(executable, guess, 0);
      if (other.reached()) return other;
      note_fault(other);
    }
    note_fault(first);
    return first;
  }

  // Where replays went wrong.
  const std::vector<const Edge*>& faults() const { return faults_; }

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
  void note_fault(const Replay& replay) {
    if (!replay.run.fault || replay.run.last_edge == nullptr) return;
    if (std::ranges::find(faults_, replay.run.last_edge) == faults_.end()) faults_.push_back(replay.run.last_edge);
  }

  Replay run(semantics::Executable& executable, Guess guess, std::uint64_t trace_limit) {
    Replay result;
    result.guess = guess;
    MadeUpMemory memory(program_.data_model(), found_.outside);
    MadeUpMemory* const for_inputs = guess.memory != MadeUp::Nothing ? &memory : nullptr;
    MadeUpMemory* const for_others = guess.memory == MadeUp::LinkedBlocks ? &memory : nullptr;
    ListedInputs inputs(found_.inputs, guess, for_inputs, result.asked);
    UninitialisedValues arbitrary(found_.inputs, guess, for_others, result.asked);
    semantics::RunOptions options;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now());
    // The first one may take long if the error lies deep; the others have to leave time for each other.
    const bool is_first = guess.fill == Fill::Zero && guess.memory == MadeUp::Nothing;
    options.time_limit = std::max(is_first ? left : left / 4, std::chrono::milliseconds(100));
    options.trace_limit = trace_limit;
    options.uninitialised = semantics::Uninitialised::IsArbitrary;
    options.arbitrary = &arbitrary;
    options.outside = found_.outside;
    options.outside.is_used |= guess.memory != MadeUp::Nothing;
    if (guess.memory == MadeUp::LinkedBlocks) options.outside_rest = semantics::OutsideRest::Pointers;
    options.output_limit = 0;
    result.run = executable.run(inputs, options);
    result.outside = memory.all();
    return result;
  }

  const Program& program_;
  const Counterexample& found_;
  const ConfirmOptions& options_;
  Clock::time_point deadline_;
  std::vector<const Edge*> faults_;
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
  if (found.outside.is_used) return;
  if (options.compiled_check == CompiledCheck::Skip) return;
  const task::CompiledRun run = compiled_run(program, found, options);
  if (run.end != task::CompiledRun::End::ErrorReached) {
    found.remark += "; " + run.text();
    return;
  }
  found.confirmed = Confirmation::Compiled;
  if (found.target != nullptr) return;
  // Tools do not say which error they mean, and neither does a compiled run.
  const std::vector<Target> all = targets(program, options.property);
  require(!all.empty(), "a program that reaches an error should have a call of it");
  found.target = all.front().call;
  if (all.size() > 1) found.remark += fmt::format("; which of {} error calls it was is not known", all.size());
}

void confirm_compiled_too(const Program& program, Counterexample& found, const ConfirmOptions& options,
                          const Asked& asked) {
  using End = task::CompiledRun::End;
  found.confirmed = Confirmation::Interpreter;
  if (found.outside.is_used)
    found.remark = "the path uses memory that functions without a body provide, which a compiled run does not have";
  if (options.compiled_check == CompiledCheck::Skip || found.outside.is_used) return;
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
    result.outside = replay->outside;
    result.target = replay->run.targets_reached.back();
    confirmer.record(result, *replay);
    confirm_compiled_too(program, result, options, replay->asked);
    return result;
  }
  found.faults = confirmer.faults();
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
