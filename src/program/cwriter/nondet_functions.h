// Functions that a program derived from another one calls for arbitrary values: __VERIFIER_nondet_int and the like,
// those of the original where it has them.
#pragma once

#include "program/model/program_builder.h"

#include <functional>
#include <map>
#include <string>

namespace tandem::cwriter {

class NondetFunctions {
public:
  // The counterpart of a function of the original without a body.
  using Declaration = std::function<const Function&(const Function&)>;

  NondetFunctions(const Program& original, ProgramBuilder& builder, Declaration declaration)
      : original_(original), builder_(builder), declaration_(std::move(declaration)) {}

  // nullptr if there is none for the type, or its name means something else in the program.
  const Function* of(const Type& type);
  // Havocs `lvalue`: by an input, or by an arbitrary value that is not an input if its type has no nondet function.
  Operation any_value(const Expr& lvalue);

private:
  const Program& original_;
  ProgramBuilder& builder_;
  Declaration declaration_;
  std::map<std::string, const Function*> made_;
};

} // namespace tandem::cwriter
