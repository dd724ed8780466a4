// A counterexample: the values the program asked for, in order, and the path to the error that they determine.
#pragma once

#include "program/model/program.h"
#include "program/model/trace.h"

#include <string>
#include <vector>

namespace tandem::task {

enum class InputKind : std::uint8_t {
  Nondet,            // the result of a __VERIFIER_nondet_* call
  UndefinedFunction, // the result of a function that no file and no library defines
  Uninitialised,     // the value of an uninitialised variable
  Unspecified,       // what a library function does that has no exact model: a compiled run decides
  Environment,       // what the environment answers a library function
};

// Whether a compiled program can be given the value: a list of inputs has the values for which this holds.
constexpr bool is_given(InputKind kind) { return kind != InputKind::Uninitialised && kind != InputKind::Unspecified; }

struct InputValue {
  InputKind kind = InputKind::Nondet;
  const Type* type = nullptr; // scalar
  UInt128 bits = 0;           // the value's bits (floats: IEEE pattern, long double: 80 bits)
  // The edge that asks for it: the Nondet edge or call, or the edge that reads the variable first (of a branch, the
  // true one).
  const Edge* edge = nullptr;
  // Uninitialised: the variable and byte offset, if the engine knows them. Any edge may then ask for the value.
  const Variable* variable = nullptr;
  std::uint64_t offset = 0;
};

enum class Confirmation : std::uint8_t {
  None,
  Interpreter, // the interpreter reached the error on these inputs
  Compiled,    // and so did the compiled program
};

struct Counterexample {
  std::vector<InputValue> inputs;
  EnvironmentMemory environment;     // memory that undefined functions return pointers to
  const Edge* target = nullptr;      // the call of the error function
  std::vector<const Edge*> path;     // as executed; may be empty when no replay was possible
  std::vector<WrittenValue> written; // along the path, in order; may be empty, too
  Confirmation confirmed = Confirmation::None;
  std::string remark; // why it could not be confirmed further, for the user
  // Edges at which a replay made an invalid access before it reached the error.
  std::vector<const Edge*> faults;
};

} // namespace tandem::task
