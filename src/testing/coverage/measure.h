// What a test suite covers, measured by running the compiled program on its tests in a sandbox.
#pragma once

#include "exchange/formats/test_suite.h"
#include "testing/compiled/served_program.h"
#include "testing/goals/goals.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tandem::testing::coverage {

struct CoveredGoals {
  std::vector<goals::Goal> goals;
  std::vector<bool> covered; // by goal

  std::size_t count() const;
};

struct Coverage {
  CoveredGoals branches, lines, functions;
  std::size_t tests = 0;
  std::vector<std::string> remarks; // tests that did not end by themselves, and what was not read
};

struct SuiteInputs {
  std::vector<std::string> names;
  std::vector<std::vector<UInt128>> tests;
  std::vector<std::string> remarks;
};

// A folder or archive in Test-Comp's format, or a folder of files whose bytes are the inputs, as fuzzers keep them.
// Throws InputError for what is neither, and for a suite of another program or function.
SuiteInputs read_suite(const Program& program, const std::string& function, const std::filesystem::path& path);

Coverage measure(const Program& program, const SuiteInputs& suite, const compiled::ServedOptions& options);

// What gcov counts for the same suite.
struct GcovLine {
  std::size_t branches = 0, taken = 0;
  bool executed = false;
};
struct GcovFunction {
  std::string name, file;
  std::uint32_t first = 0, last = 0; // its lines
};
struct GcovCoverage {
  std::map<std::pair<std::string, std::uint32_t>, GcovLine> lines; // by canonical file and line
  std::vector<GcovFunction> functions;
  std::size_t branches = 0, taken = 0;
  std::vector<std::string> remarks;
};
GcovCoverage measure_with_gcov(const Program& program, const SuiteInputs& suite, compiled::ServedOptions options);

} // namespace tandem::testing::coverage
