// How the error is reached: the values the program asked for, in order, and the path they lead it along.
#pragma once

#include "program/model/program.h"
#include "program/model/trace.h"

#include <string>
#include <vector>

namespace tandem::task {

// One value from outside: the result of a __VERIFIER_nondet_* call or of a function without a body, or the first value
// of an uninitialised variable.
enum class InputKind : std::uint8_t { Nondet, UndefinedFunction, Uninitialised };

struct InputValue {
  InputKind kind = InputKind::Nondet;
  const Type* type = nullptr; // scalar
  UInt128 bits = 0;           // the value's bits (floats: IEEE pattern, long double: 80 bits)
  // Where it is asked for: the Nondet edge or call, or the edge that reads the variable first (of a branch, the true
  // one).
  const Edge* edge = nullptr;
  // Uninitialised, where the engine knows: whose value, from which byte on. Any edge may then ask for it.
  const Variable* variable = nullptr;
  std::uint64_t offset = 0;
};

enum class Confirmation : std::uint8_t {
  None,
  Interpreter, // the interpreter, run on these inputs, reached the error
  Compiled,    // and so did the program itself, compiled
};

struct Counterexample {
  std::vector<InputValue> inputs;
  EnvironmentMemory environment;     // what the program got from code that is not there
  const Edge* target = nullptr;      // the call of the error function
  std::vector<const Edge*> path;     // as executed; may be empty when no replay was possible
  std::vector<WrittenValue> written; // along the path, in order; may be empty likewise
  Confirmation confirmed = Confirmation::None;
  std::string remark; // why it could not be confirmed further, for people
  // Where replays went wrong with memory before they came to the error.
  std::vector<const Edge*> faults;
};

} // namespace tandem::task
