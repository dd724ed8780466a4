// Confirmation of alarms: the interpreter runs the program on the inputs found; then the program itself is compiled and
// run with them. An alarm that does not reproduce is not reported as FALSE.
#pragma once

#include "program/model/property.h"
#include "semantics/core/inputs.h"
#include "task/compiled_run.h"
#include "task/counterexample.h"
#include "task/outcome.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace tandem::analysis::confirm {

enum class CompiledCheck : std::uint8_t { Run, Skip };

struct ConfirmOptions {
  Property property = default_property();
  std::chrono::milliseconds replay_limit{10'000}; // of the interpreter
  // In edges; longer paths are not recorded.
  std::uint64_t path_limit = 1'000'000;
  CompiledCheck compiled_check = CompiledCheck::Run;
  std::vector<std::string> compiler_args; // with which the program's files are compiled (-I, -D, …)
  task::CompiledRunOptions compiled;
};

// The inputs may lack values that do not matter to the engine; these become zero, or other values that lead to the
// error, and pointers may lead to lazily initialised memory (lazy_memory.h). Values that the interpreter finds
// uninitialised are the ones listed, or zero, or several others: the error is real whichever of them leads to it.
//
// The result has the inputs in the order in which the execution reads them, the path, and the values written on it. It
// is confirmed
//   - Compiled if the compiled program reached the error,
//   - Interpreter if only the interpreter did, because the program could not be compiled or run, or because the path
//     depends on values that a compiled run does not control,
//   - None in all other cases: the interpreter did not reach the error, or the compiled program took another path, or
//     could not be run although the path depends on what a library function without an exact model does.
// The remark says why it is not Compiled, or what a compiled run depends on.
task::Counterexample confirm(const Program& program, task::Counterexample found, const ConfirmOptions& options = {});

// Replays a counterexample on the program; the result says to what degree it was confirmed.
using Confirm = std::function<task::Counterexample(const Program&, task::Counterexample)>;

// The kind of input that answers a request of the interpreter.
task::InputKind kind_of(semantics::InputReason reason);

// FALSE if it was confirmed at all; otherwise UNKNOWN, with the reason.
inline task::Outcome outcome_of(task::Counterexample found) {
  task::Outcome outcome;
  if (found.confirmed == task::Confirmation::None)
    outcome.reason = "a possible error path was not confirmed: " + found.remark;
  else
    outcome.verdict = task::Verdict::False;
  outcome.counterexample = std::move(found);
  return outcome;
}

} // namespace tandem::analysis::confirm
