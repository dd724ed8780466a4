#include "bench/results/diff.h"

#include <gtest/gtest.h>

namespace tandem::bench {
namespace {

struct Given {
  std::string status;
  Category category;
  std::vector<double> cpu;
};

ResultTable table(const std::vector<Given>& given) {
  ResultTable result;
  result.campaign.tools = {{.name = "t"}};
  result.campaign.limits.cpu = std::chrono::seconds(10);
  for (std::size_t i = 0; i < given.size(); ++i) {
    result.campaign.tasks.push_back({.name = std::to_string(i)});
    Cell cell{.runs = std::vector<JudgedRun>(given[i].cpu.size())};
    cell.judgement = {given[i].status, given[i].category, 0};
    cell.cpu = measured(given[i].cpu);
    result.cells.push_back({cell});
  }
  return result;
}

const Given solved{"true", Category::Correct, {1.0}}, timeout{"TIMEOUT", Category::Error, {10}};

Change change(const Given& before, const Given& now) {
  const Diff diff = compare(table({before}), table({now}), {});
  return diff.differences.empty() ? Change::Other : diff.differences[0].change;
}

TEST(Diff, AnswersThatChange) {
  EXPECT_EQ(change(solved, timeout), Change::Lost);
  EXPECT_EQ(change(timeout, solved), Change::Gained);
  EXPECT_EQ(change(timeout, {"true", Category::Wrong, {1}}), Change::NewlyWrong);
  EXPECT_EQ(change({"true", Category::Wrong, {1}}, timeout), Change::Mended);
  EXPECT_EQ(change({"true", Category::Correct, {9}}, timeout), Change::Noise);
}

TEST(Diff, TimesWithinTheSpreadAreNoChange) {
  const Given before{"true", Category::Correct, {1.0, 1.1, 1.9}};
  EXPECT_TRUE(compare(table({before}), table({{"true", Category::Correct, {1.8, 1.9, 2.0}}}), {}).differences.empty());
  EXPECT_EQ(change(before, {"true", Category::Correct, {2.5, 2.6, 2.7}}), Change::Slower);
  EXPECT_EQ(change(before, {"true", Category::Correct, {0.2, 0.3, 0.3}}), Change::Faster);
  // A single run has no spread.
  EXPECT_TRUE(compare(table({solved}), table({{"true", Category::Correct, {3}}}), {}).differences.empty());
}

TEST(Diff, AllALittleSlower) {
  const std::vector<Given> before(8, solved);
  std::vector<Given> slower(8, {"true", Category::Correct, {1.4}}), same(8, solved), noisy(8, solved);
  for (std::size_t i = 0; i < 8; ++i) noisy[i].cpu = {i % 2 == 0 ? 2.0 : 0.5};
  EXPECT_TRUE(compare(table(before), table(slower), {}).has_regression({}));
  EXPECT_FALSE(compare(table(before), table(same), {}).has_regression({}));
  EXPECT_FALSE(compare(table(before), table(noisy), {}).has_regression({}));
}

} // namespace
} // namespace tandem::bench
