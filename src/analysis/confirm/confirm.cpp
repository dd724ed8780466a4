// Concrete replay of a symbolic counterexample. The inputs that an engine lists are matched to requests by the edge
// that reads them; what it leaves out is filled by a sequence of strategies, most reproducible first: zero, the value
// last listed for the same edge, empty or linked blocks of memory behind pointers, all ones, random. Strategies that
// cannot change anything for this program (no uninitialised read, no missing input, no pointer) are skipped. The first
// replay that reaches the error is run again to record its path, and then compiled and executed (task/harness.h).
//
// Disagreement is decided conservatively: if the compiled program misses the error without depending on uninitialised
// values, the alarm is not confirmed, even though the interpreter reached it.

#include "analysis/confirm/confirm.h"

#include "analysis/confirm/lazy_memory.h"
#include "analysis/confirm/requested_inputs.h"
#include "base/core/input_error.h"
#include "base/core/require.h"
#include "program/model/arguments.h"
#include "program/model/not_understood.h"
#include "program/model/target.h"
#include "semantics/interpreter/run.h"
#include "task/allocation_inputs.h"
#include "task/harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <span>
#include <unordered_map>

namespace tandem::analysis::confirm {

using semantics::interpreter::RunResult;
using task::Confirmation;
using task::Counterexample;
using task::InputKind;
using task::InputValue;

namespace {

using Clock = std::chrono::steady_clock;

// How missing values are chosen.
enum class Fill : std::uint8_t {
  Zero,
  Listed, // uninitialised values as listed; inputs as the last one listed for the same edge
  Ones,
  Random,
};

struct Guess {
  Fill fill = Fill::Zero;
  LazyInitialisation memory = LazyInitialisation::Off; // behind pointers that are not listed
  std::uint64_t seed = 0;
  Fill unlisted = fill; // where Fill::Listed has no value: engines do not list all memory that they read
};

// Zero comes first because compilers can initialise locals to it.
constexpr std::array guesses{Guess{Fill::Zero},
                             Guess{Fill::Listed},
                             Guess{Fill::Zero, LazyInitialisation::EmptyBlocks},
                             Guess{Fill::Zero, LazyInitialisation::LinkedBlocks},
                             Guess{Fill::Listed, LazyInitialisation::LinkedBlocks},
                             Guess{Fill::Listed, LazyInitialisation::Off, 0, Fill::Ones},
                             Guess{Fill::Listed, LazyInitialisation::Off, 5, Fill::Random},
                             Guess{Fill::Listed, LazyInitialisation::Off, 6, Fill::Random},
                             Guess{Fill::Ones},
                             Guess{Fill::Random, LazyInitialisation::Off, 1},
                             Guess{Fill::Random, LazyInitialisation::Off, 2},
                             Guess{Fill::Random, LazyInitialisation::LinkedBlocks, 3},
                             Guess{Fill::Random, LazyInitialisation::LinkedBlocks, 4}};

// With Fill::Listed only if no value is listed.
UInt128 unlisted_value(const Type& type, Fill fill, std::uint64_t& random) {
  switch (fill) {
  case Fill::Zero:
  case Fill::Listed: return 0;
  case Fill::Ones: return type.is_bool() ? 1 : ~UInt128{0} >> (128 - type.width());
  case Fill::Random: return semantics::random_bits(type, random);
  }
  return 0;
}

// Answers requests from the list. A value belongs to the edge that reads it; an edge that is not next in the list has
// none because the engine found that it does not matter. A run that has left the engine's path may read inputs forever.
class ListedInputs : public semantics::InputSource {
public:
  // `memory`: where pointers lead; nullptr: they are null unless listed.
  ListedInputs(const std::vector<InputValue>& inputs, Guess guess, LazyMemory* memory, RequestedInputs& requested)
      : inputs_(inputs), fill_(guess.fill), memory_(memory), requested_(requested), random_(guess.seed) {
    skip();
  }

  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    if (const std::optional<UInt128> bits = parameter(request)) return bits;
    pass_computed(request);
    const bool listed =
        used_ < inputs_.size() && (inputs_[used_].edge == request.edge || inputs_[used_].edge == nullptr);
    if (!listed && ++unlisted_ > most_unlisted) return std::nullopt;
    UInt128 bits = listed ? inputs_[used_].bits : other(request);
    if (memory_ != nullptr && request.is_pointer())
      bits = listed ? memory_->block_pointer_for(bits) : memory_->new_pointer();
    // Often the number does not matter: let it be one that a compiled run can be passed.
    if (request.edge != nullptr && receives_argument_count(*request.edge) && bits - 1 >= most_arguments)
      bits = listed ? most_arguments : 1;
    requested_.add(kind_of(request.reason), request, bits);
    if (listed) {
      last_[request.edge] = bits;
      ++used_;
      skip();
    }
    return bits;
  }

private:
  // Engines list a parameter of the entry function as an uninitialised variable; it is asked for without an edge.
  std::optional<UInt128> parameter(const semantics::InputRequest& request) {
    if (request.edge != nullptr || request.function == nullptr) return std::nullopt;
    const auto& parameters = request.function->parameters();
    if (parameter_ >= parameters.size()) return std::nullopt;
    const Variable* variable = parameters[parameter_++];
    std::optional<UInt128> bits;
    for (const InputValue& input : inputs_)
      if (input.kind == InputKind::Uninitialised && input.variable == variable)
        bits = bits.value_or(0) | input.bits << (8 * input.offset);
    if (!bits || (memory_ != nullptr && request.is_pointer())) return std::nullopt;
    *bits &= ~UInt128{0} >> (128 - request.type.width());
    requested_.add(kind_of(request.reason), request, *bits);
    return bits;
  }

  // A pointer is null unless memory is initialised lazily: any other value would be invalid.
  UInt128 other(const semantics::InputRequest& request) {
    requested_.note_unlisted();
    if (request.is_pointer()) return 0;
    const auto last = last_.find(request.edge);
    if (fill_ == Fill::Listed && last != last_.end()) return last->second;
    return unlisted_value(request.type, fill_, random_);
  }

  // What the engine left unspecified the interpreter may compute.
  void pass_computed(const semantics::InputRequest& request) {
    std::size_t at = used_;
    const auto is_passed = [&](const InputValue& input) {
      return input.kind == InputKind::Uninitialised ||
             (input.kind == InputKind::Unspecified && input.edge != request.edge);
    };
    while (at < inputs_.size() && is_passed(inputs_[at])) ++at;
    if (at < inputs_.size() && inputs_[at].edge == request.edge) used_ = at;
  }

  void skip() {
    while (used_ < inputs_.size() && inputs_[used_].kind == InputKind::Uninitialised) ++used_;
  }

  static constexpr std::size_t most_unlisted = 1'000'000;

  const std::vector<InputValue>& inputs_;
  Fill fill_;
  LazyMemory* memory_;
  RequestedInputs& requested_;
  std::uint64_t random_;
  std::unordered_map<const Edge*, UInt128> last_; // listed values, by the edge that read them
  std::size_t used_ = 0, unlisted_ = 0;
  std::size_t parameter_ = 0; // of the entry function, the next one
};

// Values of uninitialised variables and memory.
class UninitialisedValues : public semantics::InputSource {
public:
  UninitialisedValues(const std::vector<InputValue>& inputs, Guess guess, LazyMemory* memory,
                      RequestedInputs& requested)
      : inputs_(inputs), used_bytes_(inputs.size()), guess_(guess), memory_(memory), requested_(requested),
        random_(guess.seed) {}

  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    const UInt128 bits = memory_ != nullptr && request.is_pointer() ? pointer(request) : value(request);
    if (!request.block) requested_.add(InputKind::Uninitialised, request, bits); // blocks are reported as a whole
    if (request.variable == nullptr || !is_argument_texts(*request.variable)) requested_.note_unwritten();
    return bits;
  }

private:
  UInt128 pointer(const semantics::InputRequest& request) {
    const auto wanted = guess_.fill == Fill::Listed ? listed(request) : std::nullopt;
    if (!wanted) return memory_->new_pointer(request);
    const UInt128 result = memory_->block_pointer_for(*wanted);
    memory_->remember(request, result);
    return result;
  }

  UInt128 value(const semantics::InputRequest& request) {
    if (guess_.fill == Fill::Listed)
      if (const auto known = listed(request)) return *known;
    return unlisted_value(request.type, guess_.unlisted, random_);
  }

  // Values in memory may be listed in other units than those requested.
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

  // Found either by the variable or by the edge that reads it; each value answers one request.
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
  LazyMemory* memory_;
  RequestedInputs& requested_;
  std::uint64_t random_;
};

struct Replay {
  RunResult run;
  RequestedInputs requested;
  Guess guess;
  EnvironmentMemory environment; // given or lazily initialised

  bool reached() const { return run.end == semantics::interpreter::End::ErrorCall; }
};

class Confirmer {
public:
  Confirmer(const Program& program, const Counterexample& found, const ConfirmOptions& options)
      : program_(program), found_(found), options_(options), deadline_(Clock::now() + options.replay_limit) {}

  // The first replay that reaches the error, or else the first one.
  Replay replay() {
    semantics::interpreter::Executable executable(program_, {.targets = options_.property.error_functions});
    Replay first = run(executable, guesses.front(), 0);
    if (first.reached()) return first;
    for (const Guess guess : std::span(guesses).subspan(1)) {
      if (Clock::now() > deadline_) break;
      const bool fills_inputs = first.requested.any_unlisted() && guess.fill != Fill::Zero;
      const bool makes_memory = first.requested.any_pointer() && guess.memory != LazyInitialisation::Off;
      if (!first.requested.any_arbitrary() && !fills_inputs && !makes_memory) continue;
      Replay other = run(executable, guess, 0);
      if (other.reached()) return other;
      note_fault(other);
    }
    note_fault(first);
    return first;
  }

  // The edges at which replays met undefined behaviour.
  const std::vector<const Edge*>& faults() const { return faults_; }

  // The same run again, with its path recorded.
  void record(Counterexample& result, const Replay& replay) {
    if (replay.run.steps > options_.path_limit) return;
    for (const semantics::interpreter::ValueRecording values :
         {semantics::interpreter::ValueRecording::Record, semantics::interpreter::ValueRecording::Ignore}) {
      semantics::interpreter::Executable executable(program_,
                                                    {.targets = options_.property.error_functions, .values = values});
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

  Replay run(semantics::interpreter::Executable& executable, Guess guess, std::uint64_t trace_limit) {
    Replay result;
    result.guess = guess;
    LazyMemory memory(program_.data_model(), found_.environment);
    LazyMemory* const for_inputs = guess.memory != LazyInitialisation::Off ? &memory : nullptr;
    LazyMemory* const for_uninitialised = guess.memory == LazyInitialisation::LinkedBlocks ? &memory : nullptr;
    ListedInputs inputs(found_.inputs, guess, for_inputs, result.requested);
    UninitialisedValues arbitrary(found_.inputs, guess, for_uninitialised, result.requested);
    semantics::interpreter::RunOptions options;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now());
    // The first run may take long if the error is deep; but with zero instead of the listed values, which come next, it
    // may not end. The others have to share the remaining time.
    const bool is_first = guess.fill == Fill::Zero && guess.memory == LazyInitialisation::Off;
    const bool is_listed = std::ranges::count(found_.inputs, InputKind::Uninitialised, &InputValue::kind) > 0;
    const auto usual = is_first ? is_listed ? std::chrono::milliseconds(300) : left : left / 4;
    options.time_limit =
        std::clamp(usual, std::chrono::milliseconds(100), std::max(left, std::chrono::milliseconds(100)));
    options.trace_limit = trace_limit;
    options.uninitialised = semantics::interpreter::Uninitialised::IsArbitrary;
    options.arbitrary = &arbitrary;
    options.environment = found_.environment;
    options.environment.is_used |= guess.memory != LazyInitialisation::Off;
    if (guess.memory == LazyInitialisation::LinkedBlocks)
      options.environment_contents = semantics::interpreter::EnvironmentContents::Pointers;
    options.output_limit = 0;
    options.arguments.resize(arguments_of_runs);
    result.run = executable.run(inputs, options);
    result.environment = memory.all();
    return result;
  }

  const Program& program_;
  const Counterexample& found_;
  const ConfirmOptions& options_;
  Clock::time_point deadline_;
  std::vector<const Edge*> faults_;
};

std::string description(const Program& program, const RunResult& run) {
  std::string text(semantics::interpreter::name(run.end));
  if (run.fault) text = std::string(semantics::name(run.fault->kind));
  if (!run.message.empty() && run.message != text) text += ", " + run.message;
  if (run.last_edge != nullptr) text += ", at " + program.text(run.last_edge->range.begin);
  return text;
}

// Whether the run ended for reasons that say nothing about the program.
bool gave_up(const RunResult& run) {
  const bool limit = run.end == semantics::interpreter::End::StepLimit ||
                     run.end == semantics::interpreter::End::TimeLimit ||
                     run.end == semantics::interpreter::End::MemoryLimit;
  return limit || (run.fault && run.fault->kind == semantics::FaultKind::Library);
}

task::CompiledRun compiled_run(const Program& program, const Counterexample& found, const ConfirmOptions& options) {
  task::CompiledRunOptions limits = options.compiled;
  if (std::ranges::any_of(found.inputs, task::is_uncontrolled)) { // it may not end, and need not reach the error
    limits.cpu_limit = std::min(limits.cpu_limit, std::chrono::milliseconds(1000));
    limits.wall_limit = std::min(limits.wall_limit, std::chrono::milliseconds(4000));
  }
  return task::run_compiled(
      task::make_harness(program, options.property, found, {.compiler_args = options.compiler_args}), limits);
}

void confirm_compiled_only(const Program& program, Counterexample& found, const ConfirmOptions& options,
                           const std::string& obstacle) {
  found.remark = "the interpreter could not follow: " + obstacle;
  if (found.environment.is_used || options.compiled_check == CompiledCheck::Skip) return;
  // A sanitizer tells the line at best, which may have other operations that fail.
  if (found.target != nullptr && options.property.failing_check(*found.target) != nullptr) return;
  const task::CompiledRun run = compiled_run(program, found, options);
  if (run.end != task::CompiledRun::End::ErrorReached) {
    found.remark += "; " + run.text();
    return;
  }
  found.confirmed = Confirmation::Compiled;
  if (found.target != nullptr) return;
  // External tools do not say which error they mean, and neither does a compiled run.
  const std::vector<Target> all = targets(program, options.property);
  require(!all.empty(), "a program that reaches an error should have a call of it");
  found.target = all.front().call;
  if (all.size() > 1) found.remark += fmt::format("; which of {} error calls it was is not known", all.size());
}

// What the interpreter takes for an output of inline assembly may be impossible; only a run of the machine tells.
void require_compiled(const Program& program, Counterexample& found, const RequestedInputs& requested) {
  if (requested.assembly() == nullptr || found.confirmed == Confirmation::Compiled) return;
  found.confirmed = Confirmation::None;
  if (!found.remark.empty()) found.remark += "; ";
  found.remark += "the path depends on what inline assembly leaves, " +
                  program.text(requested.assembly()->range.begin) + ", which only a compiled run can confirm";
}

// What a library function does on the path was assumed; only a run that calls it can tell.
void doubt_library(Counterexample& found) {
  const auto open = std::ranges::find(found.inputs, InputKind::Unspecified, &InputValue::kind);
  const Function* function = open != found.inputs.end() && open->edge != nullptr ? open->edge->op.callee : nullptr;
  if (!found.remark.empty()) found.remark += "; ";
  found.remark += fmt::format("the path depends on what {} does, which has no exact model",
                              function != nullptr ? "'" + function->source_name() + "'" : "a library function");
  found.confirmed = Confirmation::None;
}

void confirm_compiled_too(const Program& program, Counterexample& found, const ConfirmOptions& options,
                          const Replay& replay) {
  using End = task::CompiledRun::End;
  const auto& requested = replay.requested;
  const bool uses_environment = found.environment.is_used && !have_argument_texts(program.entry().locals());
  if (uses_environment)
    found.remark = "the path uses memory that functions without a body provide, which a compiled run does not have";
  if (options.compiled_check == CompiledCheck::Skip || uses_environment) {
    if (requested.any_unspecified()) doubt_library(found);
    return;
  }
  const CheckTarget* check = options.property.failing_check(*found.target);
  if (check != nullptr && task::sanitizer_of(check->kind) == task::Sanitizer::None) {
    found.remark = "compiled programs cannot be checked for this";
    return;
  }
  const task::CompiledRun run = compiled_run(program, found, options);
  if (run.end == End::ErrorReached) {
    found.confirmed = Confirmation::Compiled;
    return;
  }
  found.remark = run.text();
  const bool is_far = replay.run.asked != semantics::interpreter::AskedPlace::Other;
  if (requested.any_unspecified()) return doubt_library(found);
  if (run.end == End::NotCompiled || run.end == End::NotRun || run.end == End::Stopped) return;
  if (check != nullptr && run.end == End::Exited &&
      ((check->kind == CheckKind::Memory && is_far) || task::may_go_unnoticed(*check, *found.target)))
    found.remark += "; sanitizers do not see each of these errors";
  else if (requested.any_uninitialised())
    found.remark += "; the path depends on uninitialised values, which a compiled run does not control";
  else
    found.confirmed = Confirmation::None;
}

// Using a value that was never written is an error by itself (`--check uninit`), and then a program may do anything. So
// arithmetic that only fails for certain such values does not certainly fail; with zero it was tried first. To a proof
// harness, which is entered elsewhere than in main, they are inputs.
void doubt_unwritten_operands(const Program& program, Counterexample& found, const ConfirmOptions& options,
                              const Replay& replay) {
  const CheckTarget* check = options.property.failing_check(*found.target);
  if (check == nullptr || check->kind >= CheckKind::Memory || replay.guess.fill == Fill::Zero) return;
  if (!replay.requested.any_unwritten() || program.entry().source_name() != "main") return;
  found.confirmed = Confirmation::None;
  found.remark = "it fails only for certain values of what the program never wrote, whose use is an error of its own";
}

// A compiled run would go on there.
bool ends_at_not_understood(const Counterexample& found) {
  return found.target->op.callee != nullptr && is_not_understood(*found.target->op.callee);
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
    result.inputs = replay->requested.inputs();
    result.environment = replay->environment;
    result.target = replay->run.targets_reached.back();
    confirmer.record(result, *replay);
    result.confirmed = Confirmation::Interpreter;
    if (ends_at_not_understood(result)) return result;
    confirm_compiled_too(program, result, options, *replay);
    require_compiled(program, result, replay->requested);
    doubt_unwritten_operands(program, result, options, *replay);
    return result;
  }
  found.faults = confirmer.faults();
  if (gave_up(replay->run))
    confirm_compiled_only(program, found, options, description(program, replay->run));
  else
    found.remark = "the interpreter does not reach the error: " + description(program, replay->run);
  return found;
}

InputKind kind_of(semantics::InputReason reason) {
  switch (reason) {
  case semantics::InputReason::Nondet: return InputKind::Nondet;
  case semantics::InputReason::Undefined: return InputKind::UndefinedFunction;
  case semantics::InputReason::Unspecified: return InputKind::Unspecified;
  case semantics::InputReason::Environment: return InputKind::Environment;
  case semantics::InputReason::Arbitrary: return InputKind::Uninitialised;
  }
  unreachable();
}

} // namespace tandem::analysis::confirm
