#include "bench/results/table.h"

#include "base/core/input_error.h"
#include "bench/results/definition.h"

#include <gtest/gtest.h>

namespace tandem::bench {
namespace {

JobResult answering(const std::string& answer, LimitedRun::End end = LimitedRun::End::Exited, int code = 0) {
  JobResult result{.answer = answer};
  result.run.end = end;
  result.run.code = code;
  return result;
}

TEST(Judge, ScoresOfTheCompetition) {
  const BenchTask safe{.expected = Expected::True}, unsafe{.expected = Expected::False};
  EXPECT_EQ(judge(safe, answering("true")).score, 2);
  EXPECT_EQ(judge(unsafe, answering("false(unreach-call)")).score, 1);
  EXPECT_EQ(judge(unsafe, answering("true")).score, -32);
  EXPECT_EQ(judge(safe, answering("false")).score, -16);
  EXPECT_EQ(judge(safe, answering("unknown")).score, 0);
  EXPECT_EQ(judge({}, answering("true")).category, Category::Missing);
}

TEST(Judge, AnotherViolationIsNeitherRightNorWrong) {
  const BenchTask task{.property = "valid-memsafety", .expected = Expected::False, .subproperty = "valid-deref"};
  EXPECT_EQ(judge(task, answering("false(valid-free)")).category, Category::Unknown);
  EXPECT_EQ(judge(task, answering("false(valid-deref)")).category, Category::Correct);
  EXPECT_EQ(judge(task, answering("false")).category, Category::Correct);
}

TEST(Judge, AnAnswerBeforeTheLimitDoesNotCount) {
  const BenchTask unsafe{.expected = Expected::False};
  const Judgement judged = judge(unsafe, answering("true", LimitedRun::End::CpuTime));
  EXPECT_EQ(judged.status, "TIMEOUT (true)");
  EXPECT_EQ(judged.category, Category::Error);
  EXPECT_EQ(judged.score, 0);
  EXPECT_EQ(judge(unsafe, answering("", LimitedRun::End::Signalled, 6)).status, "ABORTED");
  EXPECT_EQ(judge(unsafe, answering("", LimitedRun::End::Exited, 2)).status, "ERROR (2)");
}

TEST(Judge, AnswersOfOutput) {
  const Job job{.answers = default_answers()};
  const auto answer = [&](std::string_view output) {
    JobResult result;
    read_answer(job, output, result);
    return result.answer;
  };
  EXPECT_EQ(answer("x\nResult: TRUE\n"), "true");
  EXPECT_EQ(answer("Result: TRUE\nResult: FALSE (valid-deref, somewhere)\n"), "false(valid-deref)");
  EXPECT_EQ(answer("Result: UNKNOWN (time)"), "unknown");
  EXPECT_EQ(answer("The Result: TRUE\n"), "");
  EXPECT_EQ(answer("Result: TRUEST\n"), "");
}

TEST(Tools, AsUsersNameThem) {
  EXPECT_EQ(read_tool_choice("predicate").what, "predicate");
  const ToolChoice old = read_tool_choice("old=bmc@/opt/tandem");
  EXPECT_EQ(old.name + " " + old.what + " " + old.tandem, "old bmc /opt/tandem");
  const ToolChoice command = read_tool_choice("c=run 'a b' {file}");
  EXPECT_EQ(command.command, (std::vector<std::string>{"run", "a b", "{file}"}));
  EXPECT_THROW(read_tool_choice("run {file}"), InputError); // without a name
  EXPECT_THROW(read_tool_choice("a b=x {file}"), InputError);
  EXPECT_THROW(split_words("a 'b"), InputError);
  EXPECT_EQ(split_words("a\\ b \"c 'd\" ''"), (std::vector<std::string>{"a b", "c 'd", ""}));
}

TEST(Plan, KeysChangeWithWhatMatters) {
  Campaign campaign{.tools = {{.name = "t", .words = {"run", "{task}"}}}, .tasks = {{.name = "x"}}, .repeat = 2};
  plan(campaign);
  const std::string key = campaign.runs[0].job.key;
  EXPECT_NE(key, campaign.runs[1].job.key);
  EXPECT_EQ(campaign.runs[0].job.words, (std::vector<std::string>{"run", "x"}));
  const auto other = [&](auto&& change) {
    Campaign changed = campaign;
    change(changed);
    plan(changed);
    return changed.runs[0].job.key != key;
  };
  EXPECT_FALSE(other([](Campaign& c) { c.name = "other"; }));
  EXPECT_TRUE(other([](Campaign& c) { c.limits.cpu = std::chrono::seconds(1); }));
  EXPECT_TRUE(other([](Campaign& c) { c.tools[0].identity = "1"; }));
  EXPECT_TRUE(other([](Campaign& c) { c.tools[0].name = "the same again, to see the noise"; }));
  EXPECT_TRUE(other([](Campaign& c) { c.tasks[0].data_model = "ILP32"; }));
}

} // namespace
} // namespace tandem::bench
