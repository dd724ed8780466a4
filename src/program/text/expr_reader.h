// Reads a C expression without side effects in the scope of a program location: invariants and assumptions of
// witnesses and automata. Builds what the front end would build for the same text.
#pragma once

#include "base/core/input_error.h"
#include "program/model/program.h"

#include <string_view>

namespace tandem::text {

// Which names of variables a text uses where the model's differ from the user's.
enum class Names : std::uint8_t {
  Source, // what the user called them; of several the one visible at the scope's point
  Model,  // the unique ones of the model, which exact C text has
};

struct ExprScope {
  const Program* program = nullptr;
  const Function* function = nullptr; // nullptr: only globals
  const Location* location = nullptr; // decides between locals of one name; may be missing
  const Expr* result = nullptr;       // what \result means, if anything
  Names names = Names::Source;

  static ExprScope at(const Program& program, const Location& location) {
    return {.program = &program, .function = location.function, .location = &location};
  }
};

// Throws InputError with the column for anything else: syntax errors, unknown names, types that do not fit, calls,
// assignments. `position` is where the text begins.
const Expr& read_expr(const ExprScope& scope, std::string_view text, const TextPosition& position = {});

// The same for an expression of scalar type.
const Expr& read_condition(const ExprScope& scope, std::string_view text, const TextPosition& position = {});

} // namespace tandem::text
