// Executing a program on given inputs: the interface of the interpreter.
//
//   Executable executable(program);             // compiles functions when they are first called
//   RunResult result = executable.run(inputs);  // as often as you like
//
// The semantics is that of expr_evaluator.h; memory is checked (memory.h). Where a compiled program might behave
// differently (functions without a body, arbitrary values), the run lists an assumption.
#pragma once

#include "program/model/error_functions.h"
#include "program/model/program.h"
#include "program/model/trace.h"
#include "semantics/core/fault.h"
#include "semantics/core/inputs.h"
#include "semantics/core/target.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tandem::semantics::interpreter {

enum class End : std::uint8_t {
  Returned,        // from the entry function
  Exit,            // exit, _exit
  Abort,           // abort
  AssertFailed,    // __assert_fail and other failing assertion functions
  ErrorCall,       // a target function was called
  AssumeViolated,  // __VERIFIER_assume(0), or an assume edge of the CFA
  Endless,         // an empty loop without exit
  Fault,           // undefined behaviour, or something that is not modelled: see RunResult::fault
  InputsExhausted, // more values were requested than given
  StepLimit,
  TimeLimit,
  MemoryLimit,
};

std::string_view name(End end); // "returned"

// What reading an uninitialised value does.
enum class Uninitialised : std::uint8_t {
  IsFault,
  IsArbitrary, // RunOptions::arbitrary decides
};

// The contents of environment memory beyond the pieces in RunOptions::environment.
enum class EnvironmentContents : std::uint8_t {
  Zero,
  Pointers, // `arbitrary` decides about the pointers that are read, the rest is zero
};

enum class AtTarget : std::uint8_t { Stop, GoOn };

// Whether the values that edges write are recorded with the trace.
enum class ValueRecording : std::uint8_t { Ignore, Record };

// Whether the edges that a run takes are recorded, each once: unlike a trace this needs no limit.
enum class VisitRecording : std::uint8_t { Ignore, Record };

struct RunOptions {
  std::uint64_t step_limit = std::uint64_t{1} << 62; // edges
  std::optional<std::chrono::milliseconds> time_limit;
  std::uint64_t memory_limit = std::uint64_t{2} << 30; // bytes of the program's objects
  std::uint64_t call_depth_limit = 200'000;
  std::uint64_t trace_limit = 0; // edges to record; later ones are only counted
  VisitRecording visits = VisitRecording::Ignore;
  std::uint64_t output_limit = std::uint64_t{1} << 20; // bytes kept of each of the two streams
  Uninitialised uninitialised = Uninitialised::IsFault;
  // Supplies the value of an uninitialised variable or byte, an output of inline assembly or an undefined global; zero
  // if null. Requested by the edge that reads it first (of a branch, the true one), a byte of memory as an unsigned
  // char.
  InputSource* arbitrary = nullptr;
  AtTarget at_target = AtTarget::Stop;
  EnvironmentMemory environment; // if it is used, all blocks of environment_memory.h exist
  EnvironmentContents environment_contents = EnvironmentContents::Zero;
  std::string standard_input;
  std::vector<std::string> arguments{"program"}; // argv
};

// Where the pointer leads that a run asked about last, before it reached a target. Sanitizers see accesses next to an
// object; beyond their red zones there may be another object, and a variable that is declared anew takes the place of
// the one that has ended.
enum class AskedPlace : std::uint8_t { Other, EndedLocal, FarFromObject };

// Whether a run notes that it depends on where its objects are.
enum class AddressUse : std::uint8_t { Ignore, Note };

// Options that are compiled in.
struct ExecutableOptions {
  ErrorFunctions targets{"reach_error", "__VERIFIER_error"};
  // Checks in addition to those that are always made (division by zero, memory): a violation ends the run with a Fault.
  std::vector<Check> checks;
  ValueRecording values = ValueRecording::Ignore;
  AddressUse addresses = AddressUse::Ignore;
  // Lvalues of integer type in memory, no bit-fields, and queries of memory, whose values are recorded at each visit of
  // the location.
  std::map<const Location*, std::vector<const Expr*>> watched = {};
};

struct ConsumedInput {
  const Edge* edge = nullptr;
  const Function* function = nullptr;
  const Type* type = nullptr;
  UInt128 bits = 0;
  InputReason reason = InputReason::Nondet;
};

// Of a watched expression; of an lvalue only where it could be read and had been written.
struct WatchedValue {
  std::size_t step = 0; // how many edges had been executed
  const Expr* expr = nullptr;
  UInt128 bits = 0;
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
  std::string message;             // how it ended, for the user; without the position
  std::string output, error_output;
  std::vector<ConsumedInput> inputs;
  std::vector<const Edge*> trace;           // at most RunOptions::trace_limit edges
  std::vector<bool> visited;                // by edge id, with VisitRecording::Record: the edges that were taken
  std::vector<WrittenValue> written;        // along the trace, with Values::Record
  std::vector<WatchedValue> watched;        // as long as the trace is recorded
  std::vector<const Edge*> targets_reached; // calls of target functions, in order
  AskedPlace asked = AskedPlace::Other;
  std::vector<std::string> assumptions; // each once, in order of appearance
  std::vector<const Edge*> call_stack;  // calls that led to the end, outermost first
  std::uint64_t steps = 0;
  // Another run on the same inputs may do something else: it asked the environment or, with AddressUse::Note, for what
  // C does not say about addresses.
  bool may_differ = false;
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
