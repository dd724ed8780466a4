// The final confirmation of a counterexample: the user's own files are compiled together with the harness and run in a
// sandbox.
#pragma once

#include "base/process/sandbox.h"
#include "task/harness.h"

namespace tandem::task {

// What to do on machines on which no sandbox can be set up.
enum class WithoutSandbox : std::uint8_t { Refuse, Run };

struct CompiledRunOptions {
  std::chrono::milliseconds compile_limit{60'000};
  std::chrono::milliseconds wall_limit{20'000}, cpu_limit{10'000};
  std::uint64_t memory_limit = std::uint64_t{2} << 30;
  WithoutSandbox without_sandbox = WithoutSandbox::Refuse;
  std::stop_token stop;
};

struct CompiledRun {
  enum class End : std::uint8_t {
    ErrorReached,
    OtherError, // reason: what a sanitizer found instead
    Exited,     // code
    Signalled,  // code
    InputsExhausted,
    AssumptionFailed,
    TimeLimit,
    MemoryLimit,
    Stopped,
    NotCompiled, // reason
    NotRun,      // reason
  };

  End end = End::NotRun;
  int code = 0;
  std::string reason;
  std::string output, errors; // the beginning of what the program printed

  // "the compiled program ended with exit code 3"
  std::string text() const;
};

CompiledRun run_compiled(const Harness& harness, const CompiledRunOptions& options = {});

} // namespace tandem::task
