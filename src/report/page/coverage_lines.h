// What a test suite does with the lines of a program.
#pragma once

#include "report/page/source_section.h"
#include "testing/suite/test_generation.h"

namespace tandem::report::page {

struct CoverageLines {
  std::vector<std::string> states; // by file, as line_states.h has them
  std::vector<LineCounts> hits;    // likewise: in how many tests a line was executed
};

CoverageLines coverage_lines(testing::suite::TestGeneration& generation);

} // namespace tandem::report::page
