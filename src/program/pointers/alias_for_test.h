// For tests only: a program given as text, and queries of its alias partition.
#pragma once

#include "program/pointers/alias.h"
#include "program/text/cfa_reader.h"
#include "program/text/expr_reader.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::pointers {

// Lvalues are written in C, in the scope of main unless a function is named.
class Analysed {
public:
  explicit Analysed(std::string_view text, UndefinedFunctions undefined = UndefinedFunctions::ChangeWhatTheyReach,
                    DataModel model = DataModel::LP64)
      : program(text::read_cfa(text, model)), aliases(program, undefined) {}

  const Expr& expr(std::string_view text, const char* function = "main") const {
    return text::read_expr({.program = &program, .function = program.find_function(function)}, text);
  }
  const Region* region(std::string_view lvalue, const char* function = "main") const {
    return aliases.region(expr(lvalue, function));
  }
  bool together(std::string_view a, std::string_view b, const char* function = "main") const {
    EXPECT_NE(region(a, function), nullptr) << a;
    EXPECT_NE(region(b, function), nullptr) << b;
    return region(a, function) == region(b, function);
  }
  const Edge& pointer_call(std::size_t index = 0) const {
    for (const Edge* edge : program.edges())
      if (edge->op.kind == OpKind::Call && edge->op.callee == nullptr && index-- == 0) return *edge;
    throw std::out_of_range("no such call through a pointer");
  }
  std::vector<std::string> callees(std::size_t index = 0) const {
    std::vector<std::string> result;
    for (const Function* function : aliases.callees(pointer_call(index))) result.push_back(function->name());
    return result;
  }

  const Program program;
  const AliasPartition aliases;
};

} // namespace tandem::pointers
