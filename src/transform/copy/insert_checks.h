// A copy of a program with checks in front of operations: where a check's condition does not hold, a function without a
// body that does not return is called.
#pragma once

#include "program/model/program.h"

#include <span>
#include <string>
#include <vector>

namespace tandem::transform::copy {

struct InsertedCheck {
  const Location* location = nullptr; // every path through it passes the check; not a function's exit
  const Expr* condition = nullptr;
  std::string function;    // the name wanted for the function that is called; made unique
  std::string source_name; // the name by which properties know it; empty: the unique one
};

struct CheckedCopy {
  Program program;
  std::vector<const Edge*> edge_origin; // by id; nullptr for the checks
  std::vector<std::string> functions;   // names of the functions that are called, by check
};

// Behind the edge, the variable's lifetime has ended.
struct ScopeEnd {
  const Edge* edge = nullptr; // no return
  const Variable* variable = nullptr;
};

// Checks of one location are made in their order.
CheckedCopy insert_checks(const Program& original, std::span<const InsertedCheck> checks,
                          std::span<const ScopeEnd> scope_ends = {});

} // namespace tandem::transform::copy
