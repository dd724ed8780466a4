// The table of goals as JSON, which lies beside the tests of a suite.
#pragma once

#include "testing/suite/test_generation.h"

#include <string>

namespace tandem::testing::suite {

inline constexpr const char* table_file = "goals.json";

std::string table_json(const TestGeneration& generation, const goals::Selection& selection);

std::string_view name(goals::GoalState state); // "covered"

} // namespace tandem::testing::suite
