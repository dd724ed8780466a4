// Functions that a program made from another one calls for arbitrary values: __VERIFIER_nondet_int and the like, those
// of the original where it has them.
#pragma once

#include "program/model/program_builder.h"

#include <functional>
#include <map>
#include <string>

namespace tandem::cwriter {

class NondetFunctions {
public:
  // What stands for a function without a body of the original.
  using Declaration = std::function<const Function&(const Function&)>;

  NondetFunctions(const Program& original, ProgramBuilder& builder, Declaration declaration)
      : original_(original), builder_(builder), declaration_(std::move(declaration)) {}

  // nullptr if there is none for the type, or its name means something else in the program.
  const Function* of(const Type& type);
  // `place` gets any value: as an input, or as what nobody can ask for if there is no function for it.
  Operation any_value(const Expr& lvalue);

private:
  const Program& original_;
  ProgramBuilder& builder_;
  Declaration declaration_;
  std::map<std::string, const Function*> made_;
};

} // namespace tandem::cwriter
