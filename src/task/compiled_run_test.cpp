#include "task/compiled_run.h"

#include "task/task_for_test.h"

#include <gtest/gtest.h>

#include <csignal>

namespace tandem::task {
namespace {

using End = CompiledRun::End;

class CompiledRunTest : public testing::Test {
protected:
  void SetUp() override {
    if (const auto obstacle = process::sandbox_obstacle()) GTEST_SKIP() << *obstacle;
  }

  static CompiledRun run(const std::string& body, CompiledRunOptions options = {}) {
    TaskSketch sketch;
    sketch.file("a.c", "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <string.h>\n"
                       "int main(void) {\n" +
                           body + "\n}\n");
    const Function& main = sketch.define("main", sketch.int_type());
    const Program program = sketch.finish(main);
    return run_compiled(make_harness(program, unreach_call_property(), {}), options);
  }
};

TEST_F(CompiledRunTest, ReportsHowTheProgramEnded) {
  const CompiledRun plain = run("puts(\"said\"); return 7;");
  EXPECT_EQ(plain.end, End::Exited);
  EXPECT_EQ(plain.code, 7);
  EXPECT_EQ(plain.output, "said\n");
  EXPECT_EQ(plain.text(), "the compiled program ended with exit code 7");
  const CompiledRun crash = run("return *(volatile int *)8;");
  EXPECT_EQ(crash.end, End::Signalled);
  EXPECT_EQ(crash.code, SIGSEGV);
  EXPECT_EQ(crash.text(), "the compiled program was ended by signal 11 (Segmentation fault)");
}

TEST_F(CompiledRunTest, TheExitCodeAloneIsNotAnError) {
  const CompiledRun result = run("return 107;");
  EXPECT_EQ(result.end, End::Exited);
  EXPECT_EQ(result.code, 107);
}

TEST_F(CompiledRunTest, NamesTheFirstErrorOfTheCompiler) {
  const CompiledRun result = run("int x = \"\n; return y;");
  EXPECT_EQ(result.end, End::NotCompiled);
  EXPECT_NE(result.reason.find("a.c:6:"), std::string::npos) << result.reason;
  EXPECT_NE(result.reason.find("error: "), std::string::npos) << result.reason;
  EXPECT_EQ(result.reason.find('\n'), std::string::npos);
}

TEST_F(CompiledRunTest, LoopsAndSleepEnd) {
  CompiledRunOptions options;
  options.cpu_limit = std::chrono::milliseconds(300);
  EXPECT_EQ(run("for (;;);", options).end, End::TimeLimit);
  options.wall_limit = std::chrono::milliseconds(300);
  EXPECT_EQ(run("sleep(1000);", options).end, End::TimeLimit);
}

TEST_F(CompiledRunTest, ForkBombsAndTalkersEnd) {
  CompiledRunOptions options;
  options.wall_limit = std::chrono::milliseconds(500);
  EXPECT_EQ(run("setsid(); for (;;) fork();", options).end, End::TimeLimit);
  const CompiledRun talker = run("for (;;) puts(\"0123456789012345678901234567890123456789\");", options);
  EXPECT_EQ(talker.end, End::TimeLimit);
  EXPECT_LE(talker.output.size(), 1u << 20);
}

TEST_F(CompiledRunTest, MemoryIsLimited) {
  const CompiledRun result = run("for (int i = 0; i < 100; i++) {\n  char *p = malloc(100 << 20);\n"
                                 "  if (!p) return 9;\n  memset(p, 1, 100 << 20);\n}\nreturn 0;",
                                 {.memory_limit = 300 << 20});
  EXPECT_TRUE(result.end == End::MemoryLimit || (result.end == End::Exited && result.code == 9)) << result.text();
}

// Files written in the sandbox are removed, wherever they were written.
TEST_F(CompiledRunTest, WritesNothing) {
  const TempDir folder;
  const std::string path = (folder.path() / "written").string();
  const CompiledRun result = run("return fopen(\"" + path + "\", \"w\") != 0;");
  EXPECT_EQ(result.end, End::Exited);
  EXPECT_EQ(result.code, 0);
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(CompiledRunTest, DeepStacksDoNotCrash) {
  EXPECT_EQ(run("volatile char large[100 << 20];\n  large[0] = large[sizeof large - 1] = 1;\n  return 4;").code, 4);
}

} // namespace
} // namespace tandem::task
