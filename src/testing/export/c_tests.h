// Tests as one C file, tests.c: a function for each test and a main that runs each in a process of its own and compares
// what it did with what it did when the test was made.
//
// A test of a module builds the arguments, calls the function and checks what it returns. A test of a program gives it
// its inputs and checks how it ends. Functions that no file defines are answered from the test's list.
#pragma once

#include "testing/module/arguments.h"
#include "testing/suite/suite_format.h"

#include <memory>
#include <optional>

namespace tandem::testing::exported {

struct CTestsOptions {
  std::vector<std::string> compiler_args;
  const Function* under_test = nullptr; // of a module: the function that the driver calls
  std::string driver;                   // and the driver's file, which is no part of the tests
};

std::unique_ptr<suite::SuiteFormat> make_c_tests_format(const Program& program, CTestsOptions options);

} // namespace tandem::testing::exported
