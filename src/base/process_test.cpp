#include "base/process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace tandem {
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

TEST(Process, FindsPrograms) {
  EXPECT_TRUE(find_program("sh").has_value());
  EXPECT_FALSE(find_program("no-such-program-here").has_value());
}

} // namespace
} // namespace tandem
