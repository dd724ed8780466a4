// One operation as one line of C statements.
#pragma once

#include "program/cwriter/c_blocks.h"
#include "program/cwriter/c_support.h"
#include "program/model/program.h"

#include <string>

namespace tandem::cwriter {

// Functions that compilers know by name; declaring them is an error or changes their meaning.
bool is_compiler_builtin(const Function& function);

class StatementWriter {
public:
  StatementWriter(const Program& program, const Function& function, CSupport& support)
      : context_(program.context()), function_(function), support_(support), blocks_(function) {}

  std::string assign(const Operation& op);
  // For an Assume that is its location's only edge.
  std::string assume(const Operation& op);
  std::string call(const Operation& op);
  std::string nondet(const Operation& op);
  // Makes the variable's value indeterminate again.
  std::string renew(const Expr& lvalue);
  // For the end of a path that no call ends by itself.
  std::string stop();

private:
  std::string zero(const Expr& lvalue);
  std::string copy_string(const Expr& lvalue, const Expr& value);
  std::string copy_array(const Expr& lvalue, const std::string& from);
  std::string callee(const Operation& op);
  std::string arguments(const Operation& op, const Type& type);
  std::string va_call(const Operation& op);
  std::string address(const Expr& lvalue);

  Context& context_;
  const Function& function_;
  CSupport& support_;
  BlockTypes blocks_;
};

} // namespace tandem::cwriter
