// The functions that a property forbids to call, and the only answer to the question whether a function is one of them.
//
// The name in the source decides. One such name may belong to several functions of a program: a static reach_error in
// one file and an external one in another are different functions to the linker, and copies that a transformation makes
// need unique names as well (Function::name()). In every file a call of reach_error() is written as the error, so each
// of them counts. Engines, transformations, the interpreter and the compiled replay all ask here; were they to compare
// names themselves, one would call an error unreachable that another one reaches.
#pragma once

#include "program/model/program.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace tandem {

class ErrorFunctions {
public:
  ErrorFunctions() = default;
  ErrorFunctions(std::initializer_list<std::string> names);

  bool contains(const Function& function) const;
  // A call of one of them by name. Where a call through a pointer leads is for the alias analysis to say.
  bool is_error_call(const Edge& edge) const;

  void add(const std::string& name);
  void add(const ErrorFunctions& others);

  // Each once, in the order in which they were added.
  const std::vector<std::string>& names() const { return names_; }

  bool operator==(const ErrorFunctions&) const = default;

private:
  std::vector<std::string> names_;
};

} // namespace tandem
