// How the tests of a generation lie in their folder. A test is written as soon as it is found; what concerns all of
// them is written with the table.
#pragma once

#include "task/testcase.h"
#include "testing/suite/test_run.h"

#include <deque>
#include <filesystem>
#include <memory>
#include <string>

namespace tandem::testing::suite {

struct Test {
  std::uint32_t number = 0; // its file is test-N.xml
  std::vector<task::InputValue> inputs;
  semantics::interpreter::End end{};
  int exit_code = 0; // as a shell sees it
  std::uint64_t steps = 0;
  std::vector<std::uint32_t> covers; // goals
  bool reaches_error = false;        // one of them is an error call
  std::string by;

  std::string name() const { return "test-" + std::to_string(number); }
  std::vector<UInt128> values() const;
};

class SuiteFormat {
public:
  virtual ~SuiteFormat() = default;
  // Whether a file could be a test of this format: those of an earlier generation are removed, and those of anybody
  // else make the folder unusable.
  virtual bool is_test(const std::filesystem::path& file) const = 0;
  virtual void begin(const std::filesystem::path&) {}
  virtual void write(const std::filesystem::path& folder, const Test& test) = 0;
  virtual void remove(const std::filesystem::path& folder, const Test& test) = 0;
  // With the table: all tests there are.
  virtual void save(const std::filesystem::path&, const std::deque<Test>&) {}
};

// metadata.xml and test-N.xml.
std::unique_ptr<SuiteFormat> make_testcomp_format(const Program& program, task::SuiteMetadata metadata);
// Files test-N whose bytes are the inputs in memory order, as AFL++ and libFuzzer keep them.
std::unique_ptr<SuiteFormat> make_corpus_format();

// The bytes of a corpus's file.
std::string input_bytes(const std::vector<task::InputValue>& inputs);

} // namespace tandem::testing::suite
