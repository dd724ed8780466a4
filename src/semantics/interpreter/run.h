// Running a program: the interpreter's interface.
//
//   Executable executable(program);             // compiles functions when they are first called
//   RunResult result = executable.run(inputs);  // as often as you like
//
// The semantics is that of lowering.h; memory is checked (memory.h). What the run rests on and a compiled program would
// not do the same way (functions without a body, arbitrary values) is listed in `assumptions`.
#pragma once

#include "program/model/program.h"
#include "program/model/trace.h"
#include "semantics/core/fault.h"
#include "semantics/core/inputs.h"
#include "semantics/core/target.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tandem::semantics::interpreter {

enum class End : std::uint8_t {
  Returned,        // from the entry function
  Exit,            // exit, _exit
  Abort,           // abort and its kin
  AssertFailed,    // __assert_fail and its kin
  ErrorCall,       // a target function was called
  AssumeViolated,  // __VERIFIER_assume(0), or an assumption of the automaton's
  Endless,         // a loop that does nothing and has no way out
  Fault,           // the program did something wrong: see RunResult::fault
  InputsExhausted, // one more value was wanted than given
  StepLimit,
  TimeLimit,
  MemoryLimit,
};

std::string_view name(End end); // "returned"

// What reading a value that was never written gives.
enum class Uninitialised : std::uint8_t {
  IsFault,
  IsArbitrary, // RunOptions::arbitrary decides
};

// What memory from outside holds beyond the pieces of RunOptions::outside.
enum class EnvironmentContents : std::uint8_t {
  Zero,
  Pointers, // `arbitrary` decides about the pointers that are read, the rest is zero
};

enum class AtTarget : std::uint8_t { Stop, GoOn };

// Are the values that edges write kept with the trace?
enum class ValueRecording : std::uint8_t { Ignore, Record };

struct RunOptions {
  std::uint64_t step_limit = std::uint64_t{1} << 62; // edges
  std::optional<std::chrono::milliseconds> time_limit;
  std::uint64_t memory_limit = std::uint64_t{2} << 30; // bytes of the program's objects
  std::uint64_t call_depth_limit = 200'000;
  std::uint64_t trace_limit = 0;                       // edges to record; what comes later is counted only
  std::uint64_t output_limit = std::uint64_t{1} << 20; // bytes kept of each of the two streams
  Uninitialised uninitialised = Uninitialised::IsFault;
  // The value of an uninitialised variable or byte, an output of inline assembly or an undefined global; zero if null.
  // Asked for by the edge that reads it first (of a branch, the true one), a byte of memory as an unsigned char.
  InputSource* arbitrary = nullptr;
  AtTarget at_target = AtTarget::Stop;
  EnvironmentMemory environment; // if it is used, all blocks of outside.h exist
  EnvironmentContents environment_contents = EnvironmentContents::Zero;
  std::string standard_input;
  std::vector<std::string> arguments{"program"}; // argv
};

// What compiling fixes.
struct ExecutableOptions {
  std::vector<std::string> targets{"reach_error", "__VERIFIER_error"};
  // Checks beyond those that always hold (division by zero, memory): a violation ends the run with a Fault.
  std::vector<Check> checks;
  ValueRecording values = ValueRecording::Ignore;
};

struct ConsumedInput {
  const Edge* edge = nullptr;
  const Function* function = nullptr;
  const Type* type = nullptr;
  UInt128 bits = 0;
  InputReason reason = InputReason::Nondet;
};

struct FaultReport {
  FaultKind kind{};
  std::string message;
};

struct RunResult {
  End end = End::Returned;
  int exit_code = 0; // as a shell sees it: 134 after abort, 136 after a division by zero, 139 after a bad access
  std::optional<FaultReport> fault;
  const Edge* last_edge = nullptr; // where it ended
  std::string message;             // what a person wants to know about the end, without the place
  std::string output, error_output;
  std::vector<ConsumedInput> inputs;
  std::vector<const Edge*> trace;           // at most RunOptions::trace_limit edges
  std::vector<WrittenValue> written;        // along the trace, with Values::Record
  std::vector<const Edge*> targets_reached; // calls of target functions, in order
  std::vector<std::string> assumptions;     // each once, in order of appearance
  std::vector<const Edge*> call_stack;      // calls that led to the end, outermost first
  std::uint64_t steps = 0;
};

class Image;

class Executable {
public:
  explicit Executable(const Program& program, ExecutableOptions options = {});
  ~Executable();
  Executable(Executable&&) noexcept;

  RunResult run(InputSource& inputs, const RunOptions& options = {});

private:
  std::unique_ptr<Image> image_;
};

} // namespace tandem::semantics::interpreter
