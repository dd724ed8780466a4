#include "frontend/parse/compile_commands.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"

#include <gtest/gtest.h>

namespace tandem::frontend::parse {
namespace {

namespace fs = std::filesystem;

class CompileCommandsTest : public testing::Test {
protected:
  CompileCommands read(const std::string& text, DataModel model = DataModel::LP64) const {
    write_text_file(database_, text);
    return read_compile_commands(database_, model);
  }

  void expect_error(const std::string& text, std::uint32_t line, const std::string& message) const {
    try {
      read(text);
      ADD_FAILURE() << "accepted: " << text;
    } catch (const InputError& error) {
      EXPECT_EQ(error.position().file, database_.string());
      EXPECT_EQ(error.position().line, line);
      EXPECT_EQ(std::string(error.what()).substr(0, message.size()), message);
    }
  }

  TempDir folder_{"compile-commands-test"};
  fs::path database_ = folder_.path() / "compile_commands.json";
};

TEST_F(CompileCommandsTest, TakesWhatChangesTheMeaning) {
  write_text_file(folder_.path() / "config.h", "");
  const CompileCommands commands = read(R"([{"directory": "/p", "file": "src/a.c", "arguments":
    ["gcc", "-O2", "-Wall", "-Iinclude", "-I", "/abs", "-isystem", "sys", "-iquote/q", "-DA=1", "-D", "B", "-UC",
     "-std=gnu99", "-funsigned-char", "-include", "missing.h", "-include-pch", "x", "-o", "a.o", "-c", "src/a.c"]}])");
  ASSERT_EQ(commands.units.size(), 1u);
  EXPECT_EQ(commands.units[0].file, "/p/src/a.c");
  EXPECT_EQ(
      commands.units[0].arguments,
      (std::vector<std::string>{"-I", "/p/include", "-I", "/abs", "-isystem", "/p/sys", "-iquote", "/q", "-D", "A=1",
                                "-D", "B", "-U", "C", "-std=gnu99", "-funsigned-char", "-include", "missing.h"}));
}

TEST_F(CompileCommandsTest, SplitsCommandsLikeAShellAndFindsHeadersBesideTheDirectory) {
  write_text_file(folder_.path() / "config.h", "");
  const CompileCommands commands =
      read(R"([{"directory": ".", "file": "a.c", "command": "cc -DS=\\\"x\\ y\\\" '-DT=a b' -include config.h a.c"}])");
  ASSERT_EQ(commands.units.size(), 1u);
  EXPECT_EQ(commands.units[0].arguments, (std::vector<std::string>{"-D", "S=\"x y\"", "-D", "T=a b", "-include",
                                                                   (folder_.path() / "config.h").string()}));
}

TEST_F(CompileCommandsTest, FindsAFileByAnyOfItsNames) {
  const CompileCommands commands = read(R"([{"directory": ".", "file": "d/../a.c", "arguments": ["cc", "-DX"]}])");
  ASSERT_NE(commands.find(folder_.path() / "./a.c"), nullptr);
  EXPECT_EQ(commands.find(folder_.path() / "b.c"), nullptr);
}

TEST_F(CompileCommandsTest, NotesWhatItLeavesOut) {
  const CompileCommands commands = read(R"([
    {"directory": "/p", "file": "a.c", "arguments": ["cc", "-m32", "-DFIRST"]},
    {"directory": "/p", "file": "a.c", "arguments": ["cc", "-DSECOND"]},
    {"directory": "/p", "file": "b.cpp", "arguments": ["cc"]}])");
  ASSERT_EQ(commands.units.size(), 1u);
  EXPECT_EQ(commands.units[0].arguments, (std::vector<std::string>{"-D", "FIRST"}));
  ASSERT_EQ(commands.notes.size(), 2u);
  EXPECT_EQ(commands.notes[0].text, "/p/a.c is compiled as ILP32 there, but read as LP64");
  EXPECT_EQ(commands.notes[1].text, "/p/b.cpp is not C and was left out");
}

TEST_F(CompileCommandsTest, SaysWhatIsWrong) {
  expect_error("[\n{\"directory\": }]", 2, "is not valid JSON");
  expect_error("", 1, "is not valid JSON");
  expect_error("{}", 0, "is no list");
  expect_error("[1]", 0, "an entry is no object");
  expect_error(R"([{"file": "a.c"}])", 0, "an entry has no text 'directory'");
  expect_error(R"([{"directory": "/", "file": "a.c"}])", 0, "an entry has no text 'command'");
  expect_error(R"([{"directory": "/", "file": "a.c", "arguments": [1]}])", 0,
               "an entry's 'arguments' are not all texts");
  EXPECT_THROW(read_compile_commands(folder_.path() / "missing.json", DataModel::LP64), InputError);
}

} // namespace
} // namespace tandem::frontend::parse
