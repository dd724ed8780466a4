#include "exchange/journal/journal.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sys/wait.h>

namespace tandem::exchange {
namespace {

class JournalTest : public testing::Test {
protected:
  TempDir folder_;
  std::filesystem::path file_ = folder_.path() / "journal.jsonl";
};

TEST_F(JournalTest, KeepsWhatARunGotSentAndDecided) {
  const Journal journal(file_);
  const Journal::Run run = journal.new_run();
  run.start("bmc");
  run.got("invariants", "intervals");
  run.sent("a condition of 3 states");
  run.decided("main@4:5", "unreachable");
  run.end("TRUE", "proved that no error is reached", 1.5);
  const std::vector<PartnerRun> runs = journal.runs();
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].partner, "bmc");
  EXPECT_EQ(runs[0].verdict, "TRUE");
  EXPECT_EQ(runs[0].cpu_seconds, 1.5);
  ASSERT_EQ(runs[0].events.size(), 3u);
  EXPECT_EQ(runs[0].events[0].from, "intervals");
  EXPECT_EQ(runs[0].events[1].kind, JournalEventKind::Sent);
  EXPECT_EQ(runs[0].events[2].state, "unreachable");
  EXPECT_LE(runs[0].start_seconds, runs[0].events[0].at_seconds);
  EXPECT_LE(runs[0].events[2].at_seconds, runs[0].end_seconds);
}

TEST_F(JournalTest, ARunWithoutAnEndEndsWithItsGroup) {
  const Journal journal(file_);
  const Journal::Run group = journal.new_run();
  group.start("");
  const pid_t child = ::fork();
  if (child == 0) { // a strategy that is killed, with a partner at work
    group.inside().new_run().start("value");
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  group.end("UNKNOWN", "", 0);
  const double group_end = journal.runs().at(0).end_seconds;
  ::usleep(20'000);
  const std::vector<PartnerRun> runs = journal.runs();
  ASSERT_EQ(runs.size(), 1u); // a group is no partner
  EXPECT_EQ(runs[0].partner, "value");
  EXPECT_EQ(runs[0].end_seconds, group_end);
  EXPECT_EQ(runs[0].what, "");
}

TEST_F(JournalTest, RunsOfForkedProcessesAreNotConfused) {
  const Journal journal(file_);
  for (int i = 0; i < 8; ++i)
    if (const pid_t child = ::fork(); child == 0) {
      const Journal::Run run = journal.about_part(std::to_string(i)).new_run();
      run.start("bmc");
      for (int event = 0; event < 50; ++event) run.sent(std::to_string(i));
      run.end("UNKNOWN", "time limit", i);
      ::_exit(0);
    }
  while (::wait(nullptr) > 0) {
  }
  const std::vector<PartnerRun> runs = journal.runs();
  ASSERT_EQ(runs.size(), 8u);
  for (const PartnerRun& run : runs) {
    EXPECT_EQ(run.events.size(), 50u);
    for (const JournalEvent& event : run.events) EXPECT_EQ(event.what, run.part);
    EXPECT_EQ(std::to_string(static_cast<int>(run.cpu_seconds)), run.part);
  }
}

TEST_F(JournalTest, BrokenLinesAndTextsThatAreNoUtf8AreSurvived) {
  const Journal journal(file_);
  const Journal::Run run = journal.new_run();
  run.start("bmc");
  run.end("UNKNOWN", "\xff</script>\n", 0);
  std::ofstream(file_, std::ios::app) << "{\"run\":\"1\"}\n{\"event\":\"start\",\"ru";
  const std::vector<PartnerRun> runs = journal.runs();
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_TRUE(runs[0].what.ends_with("</script>\n"));
}

TEST_F(JournalTest, WithoutAFileNothingIsKept) {
  const Journal journal;
  const Journal::Run run = journal.new_run();
  run.start("bmc");
  run.inside().new_run().start("value");
  run.end("TRUE", "", 0);
  EXPECT_TRUE(journal.runs().empty());
}

} // namespace
} // namespace tandem::exchange
