// Functions that the written text calls although the program does not: memset for zeroed aggregates, __VERIFIER_assume
// for blocked paths and the like. They are declared only if used, and under an equivalent name where the program uses
// the usual name for something else.
#pragma once

#include "program/model/program.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace tandem::cwriter {

class Usage;

// A function that the text declares although the program does not, to obtain values for which the program has no call:
// "extern int __VERIFIER_nondet_int(void);"
struct SupportFunction {
  std::string name;
  std::string declaration;
};

// "__VERIFIER_nondet_int"; only scalars have one, and long double has none.
std::optional<std::string> nondet_function_name(const Type& type);

class CSupport {
public:
  // `any_memory`: a function of the tool that reads the text, see WriteOptions.
  CSupport(const Program& program, const Usage& usage, std::string any_memory);

  // The names under which they are called.
  std::string memset();
  std::string memcpy();
  std::string abort();
  // Empty if the program uses the name for something else.
  std::optional<std::string> assume();
  // A function that havocs memory, if there is one: any_memory(address, size).
  std::optional<std::string> any_memory();
  // What the text calls where an expression asks about memory (see c_support.cpp).
  void query(MemoryQuery query);
  // A function whose result is any value of the type; only scalars have one.
  std::optional<std::string> nondet(const Type& type);

  // Prototypes of what was asked for and the program does not declare itself.
  std::string declarations() const;
  std::vector<SupportFunction> extra() const;

private:
  bool is_free(const std::string& name) const { return !taken_.contains(name); }
  const std::string& declare(const std::string& name, std::string declaration);

  DataModel model_;
  std::string any_memory_;
  std::unordered_set<std::string> taken_;    // variables and functions with a body
  std::unordered_set<std::string> declared_; // functions that the text declares anyway
  std::map<std::string, std::string> declarations_, queries_;
};

} // namespace tandem::cwriter
