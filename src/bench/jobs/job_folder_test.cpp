#include "bench/jobs/job_folder.h"

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "bench/jobs/output_excerpt.h"
#include "bench/jobs/worker.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tandem::bench {
namespace {

Job job(const std::string& key, std::vector<std::string> words) {
  return {.key = key, .words = std::move(words), .answers = {{"said (.*)", "$1"}}};
}

TEST(JobFolder, OneClaimAndOneResult) {
  const TempDir temporary("jobs");
  const JobFolder folder(temporary.path());
  folder.set_up({job("k", {"true"})});
  folder.announce("a");
  folder.announce("b");
  EXPECT_TRUE(folder.claim("k", "a"));
  EXPECT_FALSE(folder.claim("k", "b"));
  folder.release("k", "b"); // not b's
  EXPECT_FALSE(folder.claim("k", "b"));
  folder.release_all("a"); // a is believed dead
  EXPECT_FALSE(folder.touch("a"));
  EXPECT_TRUE(folder.claim("k", "b"));
  EXPECT_TRUE(folder.publish({.key = "k", .answer = "of b", .worker = "b"}));
  EXPECT_FALSE(folder.publish({.key = "k", .answer = "of a", .worker = "a"})); // but it was not
  EXPECT_EQ(folder.result("k")->answer, "of b");
  EXPECT_FALSE(folder.claim("x", "a"));
}

TEST(JobFolder, LogsWithoutAResultGo) {
  const TempDir temporary("jobs");
  const JobFolder folder(temporary.path());
  folder.set_up({job("done", {"true"}), job("open", {"true"})});
  write_text_file(temporary.path() / "logs" / "done.a.log", "");
  write_text_file(temporary.path() / "logs" / "open.a.log", "");
  folder.announce("a");
  folder.publish({.key = "done", .worker = "a"});
  folder.set_up({job("done", {"true"}), job("open", {"true"})});
  EXPECT_TRUE(std::filesystem::exists(temporary.path() / "logs" / "done.a.log"));
  EXPECT_FALSE(std::filesystem::exists(temporary.path() / "logs" / "open.a.log"));
}

TEST(JobFolder, JobsAndResultsAreWrittenAndRead) {
  const TempDir temporary("jobs");
  const JobFolder folder(temporary.path());
  Job written = job("k", {"a", "b c"});
  written.limits.memory = 5;
  written.limits.cpu = std::chrono::milliseconds(7);
  written.group = "g";
  folder.set_up({written});
  const Job read = folder.jobs().at(0);
  EXPECT_EQ(to_json(read), to_json(written));
  JobResult result{.key = "k", .answer = "true", .line = "bytes \xff", .files = {"x"}};
  result.run.end = LimitedRun::End::Memory;
  EXPECT_TRUE(folder.publish(result));
  EXPECT_EQ(folder.result("k")->run.end, LimitedRun::End::Memory);
}

TEST(Worker, RunsWhatIsOpenAndKeepsFiles) {
  const TempDir temporary("jobs");
  const JobFolder folder(temporary.path());
  folder.set_up({job("one", {"sh", "-c", "echo said one; echo kept > {out}/file"}), job("two", {"sh", "-c", "exit 4"}),
                 job("done", {"sh", "-c", "echo said again"})});
  folder.publish({.key = "done", .answer = "before", .worker = "w"});
  work(folder, {});
  EXPECT_EQ(folder.finished().size(), 3u);
  EXPECT_EQ(folder.result("one")->answer, "one");
  ASSERT_EQ(folder.result("one")->files.size(), 1u);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / folder.result("one")->files[0]));
  EXPECT_EQ(folder.result("two")->run.code, 4);
  EXPECT_EQ(folder.result("done")->answer, "before");
  EXPECT_TRUE(folder.workers().empty() && folder.claimed().empty());
}

TEST(Worker, CancelsWhatAnAnswerMadeNeedless) {
  const TempDir temporary("jobs");
  const JobFolder folder(temporary.path());
  std::vector<Job> jobs{job("a", {"echo", "said false"}), job("b", {"sleep", "100"})};
  for (Job& each : jobs) {
    each.group = "parts";
    each.deciding_answer = "false";
  }
  folder.set_up(jobs);
  work(folder, {});
  EXPECT_EQ(folder.result("b")->run.end, LimitedRun::End::Cancelled);
}

TEST(OutputExcerpt, KeepsBothEnds) {
  OutputExcerpt excerpt(10);
  for (const char c : std::string("abcdefghijklmnopqrstuvwxyz")) excerpt.add({&c, 1});
  EXPECT_EQ(excerpt.text(), "abcde\n[16 bytes of output are left out here]\nvwxyz");
  OutputExcerpt small(10);
  small.add("abcdefghij");
  EXPECT_EQ(small.text(), "abcdefghij");
  OutputExcerpt one_piece(10);
  one_piece.add("abcdefghijklmnopqrstuvwxyz");
  EXPECT_EQ(one_piece.text(), excerpt.text());
}

} // namespace
} // namespace tandem::bench
