// A copy of a program with checks in front of operations: where a check's condition does not hold, a function without a
// body that does not return is called.
#pragma once

#include "program/model/program.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tandem::transform::copy {

// A function without a body that is asked before the check.
struct Question {
  std::string function;
  const Type* type = nullptr; // of the function, which returns int
  std::vector<const Expr*> arguments;
  // The condition that has to hold, made from the answer. None: the answer itself.
  std::function<const Expr&(const Expr& answer)> condition = {};
};

struct InsertedCheck {
  const Location* location = nullptr; // every path through it passes the check; not a function's exit
  const Expr* condition = nullptr;
  std::string function;    // the name wanted for the function that is called; made unique
  std::string source_name; // the name by which properties know it; empty: the unique one
  // What decides instead of the condition; that, if there is one, then says when the question is asked.
  std::optional<Question> question = {};
};

struct CheckedCopy {
  Program program;
  std::vector<const Edge*> edge_origin; // by id; nullptr for the checks
  std::vector<std::string> functions;   // names of the functions that are called, by check
};

// What is executed behind an edge: a lifetime ends, a flag is set.
struct InsertedOperation {
  const Edge* edge = nullptr; // no return
  Operation op;
};

struct Insertions {
  std::span<const InsertedCheck> checks; // those of one location are made in their order
  std::span<const InsertedOperation> operations = {};
  std::span<const Variable* const> locals = {};       // new ones, of their owners
  std::span<const Edge* const> character_copies = {}; // assignments that become calls of memcpy
};
CheckedCopy insert_checks(const Program& original, const Insertions& insertions);

} // namespace tandem::transform::copy
