#include "testing/suite/suite_format.h"

#include "base/core/text_file.h"

#include <algorithm>

namespace tandem::testing::suite {

namespace fs = std::filesystem;

namespace {

class TestCompFormat : public SuiteFormat {
public:
  TestCompFormat(const Program& program, task::SuiteMetadata metadata)
      : program_(program), metadata_(std::move(metadata)) {}

  bool is_test(const fs::path& file) const override { return file.extension() == ".xml"; }
  void begin(const fs::path& folder) override {
    write_text_file(folder / "metadata.xml", task::metadata_xml(program_, metadata_));
  }
  void write(const fs::path& folder, const Test& test) override {
    task::Counterexample as_counterexample;
    as_counterexample.inputs = test.inputs;
    write_text_file(folder / (test.name() + ".xml"),
                    task::test_case_xml(program_, as_counterexample,
                                        test.reaches_error ? task::CoversError::Yes : task::CoversError::No));
  }
  void remove(const fs::path& folder, const Test& test) override { fs::remove(folder / (test.name() + ".xml")); }

private:
  const Program& program_;
  task::SuiteMetadata metadata_;
};

class CorpusFormat : public SuiteFormat {
public:
  bool is_test(const fs::path& file) const override { return file.extension() != ".json"; }
  void write(const fs::path& folder, const Test& test) override {
    write_text_file(folder / test.name(), input_bytes(test.inputs));
  }
  void remove(const fs::path& folder, const Test& test) override { fs::remove(folder / test.name()); }
};

} // namespace

std::vector<UInt128> Test::values() const {
  std::vector<UInt128> result;
  for (const task::InputValue& input : inputs) result.push_back(input.bits);
  return result;
}

std::string input_bytes(const std::vector<task::InputValue>& inputs) {
  std::string bytes;
  for (const task::InputValue& input : inputs)
    for (std::size_t i = 0; i < std::min<std::size_t>(input.type->size(), sizeof(UInt128)); ++i)
      bytes += static_cast<char>(input.bits >> 8 * i);
  return bytes;
}

std::unique_ptr<SuiteFormat> make_testcomp_format(const Program& program, task::SuiteMetadata metadata) {
  return std::make_unique<TestCompFormat>(program, std::move(metadata));
}

std::unique_ptr<SuiteFormat> make_corpus_format() { return std::make_unique<CorpusFormat>(); }

} // namespace tandem::testing::suite
