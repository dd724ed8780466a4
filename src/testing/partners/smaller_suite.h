// The search for a smaller suite when every goal is decided. A suite of n tests that covers all goals is a model of n
// copies of the program's unwinding, each with inputs of its own, in which every goal is passed by one of them. If
// there is none, and no path exceeds the bound, no suite has n tests.
#pragma once

#include "testing/suite/test_generation.h"

#include <functional>

namespace tandem::testing::partners {

// Offers the tests of smaller suites, until there is none or the time is up. True: no smaller suite exists than one of
// those that were offered.
bool look_for_smaller_suite(suite::TestGeneration& generation, const std::function<bool()>& is_over);

} // namespace tandem::testing::partners
