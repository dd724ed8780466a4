// For tests only: a program written as text (cfa_reader.h), its unwinding, and a solver that says which of the terms
// that came out can hold.
#pragma once

#include "program/text/cfa_reader.h"
#include "semantics/core/inputs.h"
#include "semantics/interpreter/run.h"
#include "smt/backends/backends.h"
#include "symex/unwind.h"

#include <gtest/gtest.h>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::symex {

class UnwoundProgram {
public:
  // Not unwound yet: options may refer to the program.
  explicit UnwoundProgram(std::string_view text)
      : program(text::read_cfa("int __VERIFIER_nondet_int(void)\nvoid reach_error(void)\n" + std::string(text),
                               DataModel::LP64)) {}
  UnwoundProgram(std::string_view text, UnwindOptions options) : UnwoundProgram(text) { run(std::move(options)); }

  void run(UnwindOptions options) {
    options.error_functions = {"reach_error"};
    unwinding = Unwinder(program, terms, identities, std::move(options)).run();
  }

  bool is_possible(smt::Term condition) { return solver->check(std::span(&condition, 1)).sat(); }

  bool reaches_error() { return any_possible(unwinding.targets); }
  bool goes_beyond() { return any_possible(unwinding.beyond); }
  bool does_something_unsupported() { return any_possible(unwinding.unsupported); }

  const Function& function(std::string_view name) const { return *program.find_function(name); }
  // The values that are asked for where the condition, which is possible, holds, in the order of the execution.
  std::vector<std::uint64_t> input_values(smt::Term condition) {
    EXPECT_TRUE(is_possible(condition));
    std::vector<std::uint64_t> values;
    for (const InputTerm& input : unwinding.inputs)
      if (terms.is_true(solver->value(input.guard))) values.push_back(terms.bits(solver->value(input.value)).low());
    return values;
  }

  // Executes the program on these values.
  semantics::interpreter::RunResult interpret(const std::vector<std::uint64_t>& values) const {
    std::vector<std::string> texts;
    for (const std::uint64_t value : values) texts.push_back(std::to_string(value));
    semantics::TextInputs inputs(std::move(texts), semantics::Exhaustion::Stop);
    semantics::interpreter::Executable executable(program);
    return executable.run(inputs);
  }

  Program program;
  smt::Terms terms;
  semantics::symbolic::Identities identities{terms, program.data_model()};
  std::unique_ptr<smt::Solver> solver = smt::backends::make_solver("z3", terms);
  Unwinding unwinding;

private:
  template <class Found> bool any_possible(const std::vector<Found>& found) {
    for (const Found& one : found)
      if (is_possible(one.guard)) return true;
    return false;
  }
};

} // namespace tandem::symex
