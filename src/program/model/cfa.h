// Control-flow automata: locations and edges, one operation per edge.
//
// Branches are binary: a location has either one outgoing edge or two Assume edges with the same condition and opposite
// truth, the true one first. A location whose only outgoing edge is an Assume blocks every other path
// (__VERIFIER_assume); a location without outgoing edges ends the path (after abort, exit and other functions that do
// not return). Only the function's exit has no outgoing edges and returns to the caller; Return edges lead there.
#pragma once

#include "program/model/source.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tandem {

class Expr;
class Function;
struct Variable;
struct Edge;

struct Location {
  std::uint32_t id = 0; // dense within the Program
  const Function* function = nullptr;
  std::vector<const Edge*> out;
  std::vector<const Edge*> in;
};

enum class OpKind : std::uint8_t {
  Skip,
  Assign,   // lvalue = value
  Assume,   // continue only if value is nonzero (truth) or zero (!truth)
  Call,     // [lvalue =] callee(arguments), or through the pointer value
  Return,   // value, if the function returns one
  Declare,  // variable comes into scope with an indeterminate value
  Nondet,   // lvalue = any value of its type
  EndScope, // variable's lifetime ends before its function's activation does; only in programs with checks of memory
};

// Where an arbitrary value comes from.
enum class NondetSource : std::uint8_t {
  Input,       // a call of __VERIFIER_nondet_*: consumes one value of an input vector
  Assembly,    // an output of inline assembly
  Unspecified, // a model of a library function leaves it open: only a run can tell
  Environment, // a model of a library function asks the environment: time, a file's contents, a random number
};

struct Operation {
  OpKind kind = OpKind::Skip;
  bool truth = true;                         // Assume
  NondetSource source = NondetSource::Input; // Nondet
  const Expr* lvalue = nullptr;              // Assign, Nondet, Call (may be null)
  const Expr* value = nullptr;               // Assign, Assume, Return (may be null), Call through a pointer
  const Function* callee = nullptr;          // Call of a known function; Nondet but from Assembly: the function asked
  const Variable* variable = nullptr;        // Declare, EndScope
  std::span<const Expr* const> arguments;    // Call
};

struct Edge {
  std::uint32_t id = 0; // dense within the Program
  const Location* from = nullptr;
  const Location* to = nullptr;
  Operation op;
  SourceRange range;
  // function@line:column, then + or - for the two edges of a branch, then #2, #3 … where a name would repeat:
  // "main@12:7", "main@12:7+", "main@12:7#2". Unique in the program; names do not depend on other functions.
  std::string name;

  const Function& function() const { return *from->function; }
};

} // namespace tandem
