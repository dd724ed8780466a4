// The page of a test generation: the source shaded by what the suite executes, the goals, the tests with their inputs.
#pragma once

#include "report/page/page.h"
#include "testing/loop/generate.h"

namespace tandem::report::page {

struct TestReport {
  testing::suite::TestGeneration& generation; // its tests are run once more, for what each line did
  const testing::goals::Selection& selection;
  const testing::loop::GenerationResult& result;
  std::string suite; // the folder of the tests
  std::string command, version;
  double wall_seconds = 0, cpu_seconds = 0, peak_memory = 0;
};

Page test_page(const TestReport& report);

} // namespace tandem::report::page
