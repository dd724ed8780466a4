// Test suites in Test-Comp's exchange format, as data: a folder or a zip archive with metadata.xml and one XML file for
// each test. Document types are neither fetched nor validated; attributes of inputs are ignored, only their order
// matters.
#pragma once

#include "base/core/input_error.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::exchange::formats {

struct TestSuite {
  struct Case {
    std::string name; // of its file
    std::vector<std::string> inputs;
  };

  std::string producer, specification, program_file, program_hash, entry_function, architecture;
  std::vector<Case> cases;          // by name
  std::vector<std::string> dropped; // what was not read, with its position
};

// What tandem knows of the goals of a suite lies beside its tests.
inline constexpr const char* goal_table_file = "goals.json";

// Throws InputError for files that are not tests.
TestSuite read_test_suite(const std::filesystem::path& path);
TestSuite read_zipped_suite(std::string_view bytes, const std::string& name);
// One file of a suite: metadata or a test.
void add_suite_file(TestSuite& suite, std::string text, const std::string& name);
// The table of goals of a folder or an archive; empty: there is none.
std::string read_goal_table(const std::filesystem::path& suite);

} // namespace tandem::exchange::formats
