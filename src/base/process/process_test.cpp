#include "base/process/process.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "base/process/process_group.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <thread>

namespace tandem::process {
namespace {

TEST(Process, CollectsBothStreamsAndTheExitCode) {
  const ProcessResult result = run_process({.words = {"sh", "-c", "echo out; echo err >&2; exit 3"}});
  EXPECT_EQ(result.end, ProcessResult::End::Exited);
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
}

// More than a pipe holds in either direction: one side must not wait for the other.
TEST(Process, FeedsAndDrainsMoreThanAPipeHolds) {
  const std::string text(3'000'000, 'x');
  const ProcessResult result = run_process({.words = {"cat"}, .input = text});
  EXPECT_TRUE(result.succeeded());
  EXPECT_EQ(result.output, text);
}

TEST(Process, SurvivesAChildThatDoesNotReadItsInput) {
  const ProcessResult result = run_process({.words = {"true"}, .input = std::string(1'000'000, 'x')});
  EXPECT_TRUE(result.succeeded());
}

TEST(Process, ReportsASignal) {
  const ProcessResult result = run_process({.words = {"sh", "-c", "kill -TERM $$"}});
  EXPECT_EQ(result.end, ProcessResult::End::Signalled);
  EXPECT_EQ(result.code, SIGTERM);
}

TEST(Process, ReportsAProgramThatIsNotThere) {
  const ProcessResult result = run_process({.words = {"no-such-program-here"}});
  EXPECT_EQ(result.end, ProcessResult::End::NotStarted);
  EXPECT_EQ(result.code, ENOENT);
}

// The grandchild holds the pipes open; only killing the whole group ends the run.
TEST(Process, KillsTheWholeGroupWhenTheTimeIsOver) {
  const ProcessResult result = run_process(
      {.words = {"sh", "-c", "sleep 100 & sleep 100"}, .input = "", .wall_limit = std::chrono::milliseconds(50)});
  EXPECT_EQ(result.end, ProcessResult::End::TimedOut);
}

// The first child ends at once; what it left behind must neither be waited for nor survive.
TEST(Process, EndsWithItsFirstChild) {
  const ProcessResult result =
      run_process({.words = {"sh", "-c", "sleep 1000 & echo $$"}, .wall_limit = std::chrono::seconds(30)});
  ASSERT_TRUE(result.succeeded());
  const pid_t group = std::stoi(result.output);
  for (int i = 0; i < 100 && usage_of_group(group).living != 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(usage_of_group(group).living, 0u);
}

TEST(Process, LetsAChildEndInOrderWhenItsTimeIsOver) {
  const ProcessResult result = run_process({.words = {"sh", "-c", "trap 'echo bye; exit 4' TERM; sleep 100 & wait"},
                                            .wall_limit = std::chrono::milliseconds(500),
                                            .grace = std::chrono::seconds(20)});
  EXPECT_EQ(result.end, ProcessResult::End::TimedOut);
  EXPECT_EQ(result.code, 4);
  EXPECT_EQ(result.output, "bye\n");
}

TEST(Process, KillsAChildThatDoesNotListen) {
  const ProcessResult result = run_process({.words = {"sh", "-c", "trap '' TERM; while :; do :; done"},
                                            .wall_limit = std::chrono::milliseconds(500),
                                            .grace = std::chrono::milliseconds(50)});
  EXPECT_EQ(result.end, ProcessResult::End::TimedOut);
  EXPECT_EQ(result.code, SIGKILL);
}

// The shell itself uses no time: the limit must count its children.
TEST(Process, LimitsTheCpuTimeOfTheWholeGroup) {
  const ProcessResult result = run_process({.words = {"sh", "-c", "sh -c 'while :; do :; done' & wait"},
                                            .wall_limit = std::chrono::seconds(60),
                                            .cpu_limit = std::chrono::milliseconds(200)});
  EXPECT_EQ(result.end, ProcessResult::End::CpuTimedOut);
}

TEST(Process, LimitsTheMemoryOfTheWholeGroup) {
  const std::string eater = "exec python3 -c 'import time; x = bytearray(120_000_000); time.sleep(60)'";
  const ProcessResult result = run_process({.words = {"sh", "-c", "(" + eater + ") & wait"},
                                            .wall_limit = std::chrono::seconds(60),
                                            .memory_limit = 100'000'000});
  EXPECT_EQ(result.end, ProcessResult::End::OutOfMemory);
  EXPECT_GT(result.peak_memory, 100'000'000u);
}

TEST(Process, MeasuresTimeAndMemory) {
  const ProcessResult result =
      run_process({.words = {"python3", "-c", "x = bytearray(50_000_000)\nfor i in range(1000000): pass"}});
  ASSERT_TRUE(result.succeeded()) << result.errors;
  EXPECT_GT(result.cpu_time, std::chrono::milliseconds(0));
  EXPECT_GT(result.peak_memory, 50'000'000u);
  EXPECT_LT(result.peak_memory, 500'000'000u);
}

TEST(Process, StopsWhenAsked) {
  std::stop_source source;
  std::jthread asker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  const ProcessResult result = run_process({.words = {"sleep", "100"}, .stop = source.get_token()});
  EXPECT_EQ(result.end, ProcessResult::End::Stopped);
}

TEST(Process, SetsFolderAndEnvironment) {
  const TempDir folder;
  ::setenv("TANDEM_TEST_VARIABLE", "old", 1);
  const ProcessResult result =
      run_process({.words = {"sh", "-c", "pwd -P; echo $TANDEM_TEST_VARIABLE; env | grep -c ^PATH="},
                   .folder = folder.path(),
                   .environment = {{"TANDEM_TEST_VARIABLE", "new value"}}});
  EXPECT_EQ(result.output, std::filesystem::canonical(folder.path()).string() + "\nnew value\n1\n");
  ::unsetenv("TANDEM_TEST_VARIABLE");
  const ProcessResult missing = run_process({.words = {"true"}, .folder = folder.path() / "missing"});
  EXPECT_EQ(missing.end, ProcessResult::End::NotStarted);
  EXPECT_EQ(missing.code, ENOENT);
}

TEST(Process, CutsEndlessOutput) {
  const ProcessResult result =
      run_process({.words = {"sh", "-c", "head -c 10000000 /dev/zero; echo end >&2"}, .output_limit = 1000});
  EXPECT_TRUE(result.succeeded());
  EXPECT_TRUE(result.output_cut);
  EXPECT_EQ(result.output.size(), 1000u);
  EXPECT_EQ(result.errors, "end\n");
}

TEST(Process, WritesALogOfBothStreams) {
  const TempDir folder;
  const ProcessResult result = run_process(
      {.words = {"sh", "-c", "echo one; echo two >&2; echo three"}, .output_limit = 10, .log = folder.path() / "log"});
  EXPECT_EQ(result.output + result.errors, "");
  EXPECT_EQ(read_text_file(folder.path() / "log"), "one\ntwo\nth");
  EXPECT_TRUE(result.output_cut);
}

TEST(Process, FindsPrograms) {
  EXPECT_TRUE(find_program("sh").has_value());
  EXPECT_FALSE(find_program("no-such-program-here").has_value());
}

} // namespace
} // namespace tandem::process
