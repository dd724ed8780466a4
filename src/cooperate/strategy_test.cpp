#include "cooperate/strategy.h"

#include <gtest/gtest.h>

namespace tandem::cooperate {
namespace {

Strategy read(const std::string& steps, const std::vector<std::string>& partners = {}) {
  const std::string text = "name: mine\nabout: x\npartners: [a, b]\nsteps:\n" + steps;
  return read_strategy(YamlValue::read_text(text, "mine.yml"), "mine.yml", partners);
}

std::string complaint(const std::string& steps, const std::vector<std::string>& partners = {}) {
  try {
    read(steps, partners);
  } catch (const InputError& error) {
    return error.position().text() + ": " + error.what();
  }
  return "none";
}

TEST(Strategy, StepsWithLimits) {
  const Strategy strategy = read(R"(  - {run: '{1}', cpu: 10s, share: 40%, after-share: goes-on, memory: 1GB}
  - parallel:
      - run: bmc
      - sequence: [{run: '{2}', condition: ignore}, {run: c, reduce: identity}]
    wall: 5s
    inform: restart
  - repeat: [{run: d, with: '{2}', candidates: take}]
    at-most: 3
  - if: loops
    then: [{run: e}]
    else: [{run: f}]
)");
  ASSERT_EQ(strategy.root.steps.size(), 4u);
  const StrategyStep& first = strategy.root.steps[0];
  EXPECT_EQ(first.actor, "a");
  EXPECT_EQ(first.limits.cpu, std::chrono::seconds(10));
  EXPECT_EQ(first.limits.memory, 1'000'000'000u);
  EXPECT_EQ(first.share, 0.4);
  EXPECT_EQ(first.after_share, AfterShare::GoesOn);
  const StrategyStep& parallel = strategy.root.steps[1];
  EXPECT_EQ(parallel.kind, StrategyStepKind::Parallel);
  EXPECT_EQ(parallel.limits.wall, std::chrono::seconds(5));
  EXPECT_EQ(parallel.steps[1].steps[0].actor, "b");
  EXPECT_EQ(parallel.steps[1].steps[0].passing, Passing::Nothing);
  EXPECT_EQ(parallel.steps[1].steps[1].reduce, "identity");
  EXPECT_EQ(parallel.inform, Inform::Restart);
  EXPECT_EQ(strategy.root.steps[2].at_most, 3u);
  EXPECT_EQ(strategy.root.steps[2].steps[0].with, "b");
  EXPECT_EQ(strategy.root.steps[2].steps[0].candidates, CandidateExchange::Take);
  EXPECT_EQ(strategy.root.steps[3].otherwise[0].actor, "f");
  EXPECT_EQ(read("  - run: '{2}'\n", {"x", "y"}).root.steps[0].actor, "y");
}

TEST(Strategy, WhatIsWrongHasALine) {
  EXPECT_EQ(complaint("  - run: bmc\n  - walk: bmc\n"),
            "mine.yml:6:5: expected a step: a map with one of run, sequence, parallel, repeat, if, split");
  EXPECT_EQ(complaint("  - run: bmc\n    cpu: soon\n").substr(0, 14), "mine.yml:6:10:");
  EXPECT_EQ(complaint("  - run: bmc\n    share: 140%\n"), "mine.yml:6:12: a share is between 1% and 100%");
  EXPECT_EQ(complaint("  - run: bmc\n    speed: 3\n"), "mine.yml:6:5: unknown key 'speed'; accepted are run, with, "
                                                       "condition, candidates, invariants, reduce, cpu, wall, "
                                                       "memory, share, after-share");
  EXPECT_EQ(complaint("  - {run: bmc, after-share: goes-on}\n"), "mine.yml:5:29: there is no share that could be over");
  EXPECT_EQ(complaint("  - {run: bmc, candidates: eat}\n"),
            "mine.yml:5:28: 'eat' is not what a step does about candidates; accepted are find, take");
  EXPECT_EQ(complaint("  - {run: bmc, candidates: take, condition: ignore}\n"),
            "mine.yml:5:5: a step that takes candidates cannot ignore the condition they come with");
  EXPECT_EQ(complaint("  - {parallel: [{run: a}], inform: loudly}\n"),
            "mine.yml:5:36: 'loudly' is not when partners at work are told; accepted are later, restart");
  EXPECT_EQ(complaint("  - parallel: []\n"), "mine.yml:5:15: expected at least one step");
  EXPECT_EQ(complaint("  - if: rain\n    then: [{run: a}]\n"),
            "mine.yml:5:9: 'rain' is not a question; accepted are loops, recursion, floats, inputs, external-calls, "
            "allocations, progress");
  EXPECT_EQ(complaint("  - run: '{3}'\n"), "mine.yml:5:10: there is no partner 3; the strategy was given 2");
  EXPECT_EQ(complaint("  - run: a\n", {"x", "y", "z"}), "mine.yml: the strategy mine has 2 partners, and 3 were named");
}

} // namespace
} // namespace tandem::cooperate
