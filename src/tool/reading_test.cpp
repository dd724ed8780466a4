#include "tool/reading.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "tool/placeholders.h"
#include "tool/toolbox.h"

#include <gtest/gtest.h>

namespace tandem::tool {
namespace {

constexpr std::string_view verdicts[] = {"true", "false", "unknown", "next"};

// "false.10.out": the verdict, the exit code.
TEST(Reading, OutputOfToolsIsInterpretedCorrectly) {
  const Toolbox toolbox({TANDEM_TEST_SHARE "/tools"});
  const TempDir empty;
  int count = 0;
  for (const Definition& definition : toolbox.all()) {
    const std::filesystem::path folder = std::filesystem::path(TANDEM_TEST_RECORDED) / definition.name;
    EXPECT_FALSE(matching_files(folder, "*.out").empty()) << definition.name;
    for (const std::filesystem::path& file : matching_files(folder, "*.out")) {
      const std::string stem = file.stem();
      process::ProcessResult run;
      run.code = std::stoi(stem.substr(stem.find('.') + 1));
      const Reading reading = read_run(definition.commands.back(), run, file, empty.path());
      EXPECT_EQ(verdicts[static_cast<std::size_t>(reading.says)], stem.substr(0, stem.find('.'))) << file;
      std::filesystem::path expected = file;
      expected.replace_extension(".inputs");
      if (!std::filesystem::exists(expected)) continue;
      std::string found;
      for (const task::GivenInput& input : inputs_in(*definition.inputs, file)) found += input.text + "\n";
      EXPECT_EQ(found, read_text_file(expected)) << file;
      ++count;
    }
  }
  EXPECT_GE(count, 2);
}

TEST(Reading, WitnessesHaveInputs) {
  const TempDir folder;
  write_text_file(folder.path() / "witness.yml",
                  "        - waypoint:\n            type: function_return\n"
                  "            constraint:\n              value: \"\\\\result == -12\"\n");
  const Definition definition = Toolbox({TANDEM_TEST_SHARE "/tools"}).find("cpachecker");
  const auto inputs = inputs_in(*definition.inputs, folder.path() / "witness.yml");
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_EQ(inputs[0].text, "-12");
}

TEST(Reading, FilesByPattern) {
  const TempDir folder;
  for (const char* name : {"a/crashes/id1", "a/crashes/README", "b/crashes/id2", "id3"}) {
    std::filesystem::create_directories((folder.path() / name).parent_path());
    write_text_file(folder.path() / name, "");
  }
  EXPECT_EQ(matching_files(folder.path(), "*/crashes/id*"),
            (std::vector<std::filesystem::path>{folder.path() / "a/crashes/id1", folder.path() / "b/crashes/id2"}));
  EXPECT_TRUE(matching_files(folder.path() / "none", "*").empty());
}

TEST(Placeholders, AreFilled) {
  const Fillings fillings{{"bits", {"32"}}, {"options", {"-a", "-b"}}};
  EXPECT_EQ(fill_words({"x", "{options}", "--{bits}", "{ {} }"}, fillings),
            (std::vector<std::string>{"x", "-a", "-b", "--32", "{ {} }"}));
  EXPECT_THROW(fill_words({"{nothing}"}, fillings), InputError);
  EXPECT_THROW(fill_words({"a{options}"}, fillings), InputError);
}

} // namespace
} // namespace tandem::tool
