// Test results in the format of JUnit, which continuous integration shows.
#pragma once

#include "report/text/verdict_report.h"

#include <string>
#include <vector>

namespace tandem::report::machine {

struct JunitCase {
  enum class End : std::uint8_t { Passed, Failed, Error, Skipped };

  std::string name, group; // group: JUnit's class name
  double seconds = 0;
  End end = End::Passed;
  std::string message; // one line, of what did not pass
  std::string details;
};

struct JunitSuite {
  std::string name;
  double seconds = 0;
  std::vector<JunitCase> cases;
};

std::string junit(const std::vector<JunitSuite>& suites);

// One case for each target: failed if it is reached, an error if it is open.
JunitSuite junit_suite(const VerdictReport& report);

} // namespace tandem::report::machine
