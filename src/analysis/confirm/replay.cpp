// Tools print values as numbers, bits or bytes and without types; the type is known only when the interpreter reads the
// input. So the interpreter runs first, records the typed inputs, and confirm() continues with them. If the error is
// not reached, pointers are replaced by lazily initialised memory and the run is repeated.

#include "analysis/confirm/replay.h"

#include "analysis/confirm/lazy_memory.h"
#include "analysis/confirm/residual_alarm.h"
#include "base/core/input_error.h"
#include "semantics/interpreter/run.h"

#include <fmt/format.h>

namespace tandem::analysis::confirm {
namespace {

UInt128 masked(UInt128 bits, const Type& type) {
  if (type.is_bool()) return bits != 0 ? 1 : 0;
  return type.width() >= 128 ? bits : bits & ((UInt128{1} << type.width()) - 1);
}

UInt128 from_bits(const std::string& text) {
  UInt128 result = 0;
  for (const char c : text)
    if (c == '0' || c == '1') result = result << 1 | static_cast<unsigned>(c - '0');
  return result;
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

UInt128 from_bytes(const std::string& text) {
  UInt128 result = 0;
  for (std::size_t i = 0; i + 1 < text.size() && i < 32; i += 2) {
    const int high = digit(text[i]), low = digit(text[i + 1]);
    if (high < 0 || low < 0) break;
    result |= static_cast<UInt128>(high * 16 + low) << (4 * i);
  }
  return result;
}

UInt128 bits_of(const task::GivenInput& input, const Type& type) {
  switch (input.notation) {
  case task::Notation::Value: return semantics::read_value(input.text, type).value_or(0);
  case task::Notation::Bits: return from_bits(input.text);
  case task::Notation::Bytes: return from_bytes(input.text);
  }
  return 0;
}

// Values beyond the end of the list are zero, up to a limit, since a program may read inputs forever.
class GivenInputs : public semantics::InputSource {
public:
  // `memory`: where pointers lead; nullptr: to the addresses given.
  GivenInputs(const std::vector<task::GivenInput>& given, LazyMemory* memory) : given_(given), memory_(memory) {}

  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    if (used_ >= given_.size() + most_zeros) return std::nullopt;
    UInt128 bits = used_ < given_.size() ? masked(bits_of(given_[used_], request.type), request.type) : 0;
    if (memory_ != nullptr && request.is_pointer()) bits = memory_->block_pointer_for(bits);
    ++used_;
    asked_.push_back({kind_of(request.reason), &request.type, bits, request.edge});
    return bits;
  }
  const std::vector<task::InputValue>& asked() const { return asked_; }

private:
  static constexpr std::size_t most_zeros = 100'000;

  const std::vector<task::GivenInput>& given_;
  LazyMemory* memory_;
  std::vector<task::InputValue> asked_;
  std::size_t used_ = 0;
};

// Uninitialised pointers lead to lazily initialised memory, everything else is zero.
class LazyPointers : public semantics::InputSource {
public:
  explicit LazyPointers(LazyMemory& memory) : memory_(memory) {}
  std::optional<UInt128> next(const semantics::InputRequest& request) override {
    return request.is_pointer() ? memory_.new_pointer(request) : 0;
  }

private:
  LazyMemory& memory_;
};

struct FirstRun {
  task::Counterexample found; // the inputs it read
  bool reached = false;
};

FirstRun first_run(const Program& program, const std::vector<task::GivenInput>& given,
                   LazyInitialisation initialisation, const ConfirmOptions& options) {
  LazyMemory memory(program.data_model(), {});
  GivenInputs inputs(given, initialisation != LazyInitialisation::Off ? &memory : nullptr);
  LazyPointers others(memory);
  semantics::interpreter::Executable executable(program, {.targets = options.property.error_functions});
  semantics::interpreter::RunOptions run;
  run.time_limit = options.replay_limit;
  run.uninitialised = semantics::interpreter::Uninitialised::IsArbitrary;
  run.output_limit = 0;
  run.environment.is_used = initialisation != LazyInitialisation::Off;
  if (initialisation == LazyInitialisation::LinkedBlocks) {
    run.arbitrary = &others;
    run.environment_contents = semantics::interpreter::EnvironmentContents::Pointers;
  }
  FirstRun result;
  result.reached = executable.run(inputs, run).end == semantics::interpreter::End::ErrorCall;
  result.found.inputs = inputs.asked();
  result.found.environment = memory.all();
  return result;
}

} // namespace

task::Counterexample replay(const Program& program, const transform::reduce::Residual* slice,
                            const std::vector<task::GivenInput>& given, const ConfirmOptions& options) {
  const Program& replayed = slice != nullptr ? slice->program : program;
  task::Counterexample found;
  try {
    FirstRun run = first_run(replayed, given, LazyInitialisation::Off, options);
    for (const LazyInitialisation initialisation :
         {LazyInitialisation::EmptyBlocks, LazyInitialisation::LinkedBlocks}) {
      if (run.reached) break;
      FirstRun other = first_run(replayed, given, initialisation, options);
      if (other.reached) run = std::move(other);
    }
    found = std::move(run.found);
  } catch (const InputError& problem) {
    found.remark = std::string("the interpreter could not follow: ") + problem.what();
    return found;
  }
  if (slice == nullptr) return confirm(program, std::move(found), options);
  const Confirm on_original = [&](const Program& original, task::Counterexample alarm) {
    return confirm(original, std::move(alarm), options);
  };
  return also_with_other_inputs(on_original)(program, original(*slice, std::move(found)));
}

} // namespace tandem::analysis::confirm
