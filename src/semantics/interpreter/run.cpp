// The entry point; the work is done by the image (compiled once) and a machine (one for each run).

#include "semantics/interpreter/run.h"

#include "base/core/require.h"
#include "semantics/interpreter/image.h"
#include "semantics/interpreter/machine.h"

namespace tandem::semantics::interpreter {

std::string_view name(End end) {
  switch (end) {
  case End::Returned: return "returned";
  case End::Exit: return "exit";
  case End::Abort: return "abort";
  case End::AssertFailed: return "assertion failed";
  case End::ErrorCall: return "error call";
  case End::AssumeViolated: return "assumption violated";
  case End::Endless: return "endless loop";
  case End::Fault: return "fault";
  case End::InputsExhausted: return "inputs exhausted";
  case End::StepLimit: return "step limit";
  case End::TimeLimit: return "time limit";
  case End::MemoryLimit: return "memory limit";
  }
  unreachable();
}

Executable::Executable(const Program& program, ExecutableOptions options)
    : image_(std::make_unique<Image>(program, std::move(options))) {}

Executable::~Executable() = default;
Executable::Executable(Executable&&) noexcept = default;

RunResult Executable::run(InputSource& inputs, const RunOptions& options) {
  return Machine(*image_, inputs, options).run();
}

} // namespace tandem::semantics::interpreter
