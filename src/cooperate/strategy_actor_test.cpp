#include "cooperate/strategy_actor.h"

#include "cooperate/partners_for_test.h"

#include <algorithm>
#include <csignal>
#include <ctime>

namespace tandem::cooperate {
namespace {

TEST_F(CooperateTest, ASequenceGoesOnAfterEveryFailure) {
  const Outcome outcome = run("  - run: unknown\n  - run: crash\n  - {run: hang, wall: 300ms}\n  - run: 'true'\n");
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(names(outcome), (std::vector<std::string>{"unknown", "crash", "hang", "true"}));
  EXPECT_EQ(outcome.partners[0].what, "too hard");
  EXPECT_EQ(outcome.partners[1].what, "the engine was ended by signal 9");
  EXPECT_EQ(outcome.partners[2].what, "time limit");
  EXPECT_EQ(outcome.partners[3].what, "proved that no error is reached");
}

TEST_F(CooperateTest, NoPartnerStartsAfterTheVerdict) {
  EXPECT_EQ(names(run("  - run: 'true'\n  - run: unknown\n")), std::vector<std::string>{"true"});
}

TEST_F(CooperateTest, WhatWasVerifiedIsPassedOn) {
  const Outcome outcome = run("  - run: half\n  - run: needs-half\n");
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(outcome.assumptions, std::vector<std::string>{"the rest was verified by half"});
  EXPECT_EQ(outcome.partners[1].what,
            "proved what was left open; given the results of half; its condition is in 02-needs-half.given.gia");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "artifacts/02-needs-half.given.gia"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "artifacts/01-half.gia"));
}

TEST_F(CooperateTest, OrNotPassedOn) {
  const Outcome outcome = run("  - run: half\n  - {run: needs-half, condition: ignore}\n");
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_EQ(outcome.reason, "half: gave up; left a condition; needs-half: nothing known");
  ASSERT_TRUE(outcome.gia);
  EXPECT_EQ(outcome.gia->states().size(), 2u);
}

TEST_F(CooperateTest, AStepForTheRestIsLeftOutWhereThatIsAll) {
  EXPECT_EQ(run("  - run: half\n  - {run: needs-half, condition: rest}\n").verdict, Verdict::True);
  EXPECT_EQ(names(run("  - run: unknown\n  - {run: 'true', condition: rest}\n")), std::vector<std::string>{"unknown"});
}

TEST_F(CooperateTest, WhatPartnersVerifiedTogetherIsAVerdictOnlyWhereConditionsArePassed) {
  add("all", [](const task::Task& task, auto&) {
    exchange::GiaBuilder builder(exchange::gia_header(task.program, task.property, "all"));
    builder.add_state(exchange::Accept::Unreachable);
    Outcome outcome{.reason = "gave up"};
    outcome.gia = std::move(builder).finish();
    return outcome;
  });
  EXPECT_EQ(run("  - run: all\n").verdict, Verdict::True);
  EXPECT_EQ(run("  - {run: all, condition: ignore}\n").verdict, Verdict::Unknown);
}

TEST_F(CooperateTest, ParallelPartnersWorkAtTheSameTimeAndTheFirstVerdictEndsThem) {
  const std::filesystem::path sign = folder.path() / "sign";
  add("waits", [&](auto&, auto&) {
    while (!std::filesystem::exists(sign)) ::usleep(1000);
    return Outcome{.verdict = Verdict::True};
  });
  add("signs", [&](auto&, auto&) -> Outcome {
    write_text_file(sign, "x");
    for (;;) ::usleep(10'000);
  });
  const Outcome outcome = run("  - parallel: [{run: waits}, {run: signs}]\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(names(outcome), std::vector<std::string>{"waits"});
}

TEST_F(CooperateTest, APartnerThatStartsLaterInParallelKnowsMore) {
  const Outcome outcome = run("  - parallel: [{run: half}, {run: patient}, {run: needs-half}]\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(names(outcome), (std::vector<std::string>{"half", "needs-half"}));
}

TEST_F(CooperateTest, StrategiesInsideAreActorsToo) {
  const Outcome outcome =
      run("  - parallel:\n      - sequence: [{run: half}, {run: needs-half}]\n      - run: patient\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(names(outcome), (std::vector<std::string>{"half", "needs-half"}));
}

TEST_F(CooperateTest, RepeatEndsWithoutProgress) {
  EXPECT_EQ(names(run("  - repeat: [{run: half}]\n")), (std::vector<std::string>{"half", "half"}));
  EXPECT_EQ(names(run("  - repeat: [{run: half}]\n    at-most: 1\n")), std::vector<std::string>{"half"});
}

TEST_F(CooperateTest, IfAsksAboutTheProgram) {
  EXPECT_EQ(names(run("  - if: loops\n    then: [{run: unknown}]\n    else: [{run: 'true'}]\n")),
            std::vector<std::string>{"true"});
  EXPECT_EQ(names(run("  - run: half\n  - if: progress\n    then: [{run: needs-half}]\n")),
            (std::vector<std::string>{"half", "needs-half"}));
}

TEST_F(CooperateTest, LimitsHoldForTheWhole) {
  const auto before = std::chrono::steady_clock::now();
  const Outcome outcome = run("  - parallel: [{run: hang}, {run: patient}]\n  - run: hang\n", {.wall = 1200ms});
  EXPECT_LT(std::chrono::steady_clock::now() - before, 4s);
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_EQ(outcome.partners.size(), 2u);
}

TEST_F(CooperateTest, AShareIsTakenOnce) {
  const Outcome outcome = run("  - {run: patient, share: 50%}\n", {.wall = 4s}); // 1.8 s, and 0.3 s to answer
  EXPECT_GT(outcome.partners[0].wall_seconds, 1.2);
  EXPECT_LT(outcome.partners[0].wall_seconds, 3.4);
}

// Finds out one thing, and then nothing, however long it works.
class StuckTest : public CooperateTest {
protected:
  StuckTest() {
    add("stuck", [](auto&, task::Monitor& monitor) {
      monitor.learnt("bound 1");
      while (!monitor.should_stop()) {
      }
      return Outcome{.reason = "asked to stop"};
    });
  }
};

TEST_F(StuckTest, WhoFindsOutNothingMoreLeavesItsTimeToThoseThatFollow) {
  const Outcome outcome = run("  - {run: stuck, share: 90%}\n  - run: 'true'\n", {.cpu = 600s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(outcome.partners[0].what, "asked to stop; left its time to others, since it found out nothing more");
}

TEST_F(StuckTest, WhoLeftItsTimeGoesOnIfOthersLeaveSome) {
  add("slow", [this](auto&, task::Monitor& monitor) {
    const std::filesystem::path begun = folder.path() / "begun";
    if (std::filesystem::exists(begun)) return Outcome{.verdict = Verdict::True};
    write_text_file(begun, "");
    monitor.learnt("bound 1");
    while (!monitor.should_stop()) {
    }
    return Outcome{.reason = "asked to stop"};
  });
  const Outcome outcome = run("  - {run: slow, share: 90%}\n  - run: unknown\n", {.cpu = 600s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(names(outcome), (std::vector<std::string>{"slow", "unknown", "slow"}));
}

TEST_F(StuckTest, WithoutExchangeSharesAreWhatTheyAre) {
  exchange_ = Exchange::None;
  const Outcome outcome = run("  - {run: stuck, share: 50%}\n  - run: 'true'\n", {.cpu = 5s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(outcome.partners[0].what, "asked to stop");
}

TEST_F(CooperateTest, WhoUsesUpTheMemoryOfAllEnds) {
  add("large", [](auto&, task::Monitor& monitor) {
    std::vector<std::vector<char>> blocks;
    while (!monitor.should_stop()) {
      if (blocks.size() < 400) blocks.emplace_back(1'000'000, 'x');
      ::usleep(1000);
    }
    return Outcome{.reason = "asked to stop"};
  });
  add("two large", [this](const task::Task& task, task::Monitor& monitor) { return actors_["large"](task, monitor); });
  add("late", [](auto&, auto&) {
    ::usleep(2'500'000);
    return Outcome{.verdict = Verdict::True};
  });
  const Outcome outcome =
      run("  - parallel: [{run: large}, {run: two large}, {run: late}]\n", {.wall = 30s, .memory = 700'000'000});
  EXPECT_EQ(outcome.verdict, Verdict::True);
}

// Partners that need more than their share.
class GoingOnTest : public CooperateTest {
protected:
  static void work_for(std::chrono::milliseconds time, task::Monitor& monitor) {
    const std::clock_t begin = std::clock();
    while (!monitor.should_stop() && 1000 * (std::clock() - begin) < time.count() * CLOCKS_PER_SEC) {
    }
  }

  GoingOnTest() {
    add("long", [](auto&, task::Monitor& monitor) {
      work_for(1500ms, monitor);
      return monitor.should_stop() ? Outcome{.reason = "limit reached"} : Outcome{.verdict = Verdict::True};
    });
    add("long half", [this](const task::Task& task, task::Monitor& monitor) {
      work_for(1500ms, monitor);
      return monitor.should_stop() ? Outcome{.reason = "limit reached"} : verify("main@1:1+", task);
    });
    add("endless", [](auto&, task::Monitor& monitor) {
      work_for(1h, monitor);
      return Outcome{.reason = "limit reached"};
    });
    add("endless without half", [](const task::Task& task, task::Monitor& monitor) {
      if (task.condition != nullptr) return Outcome{.verdict = Verdict::True};
      work_for(1h, monitor);
      return Outcome{.reason = "limit reached"};
    });
  }
};

TEST_F(GoingOnTest, WhoseShareIsOverGoesOnBesideThoseThatFollow) {
  const Outcome outcome = run("  - {run: long, share: 4%, after-share: goes-on}\n  - run: endless\n", {.cpu = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(names(outcome), std::vector<std::string>{"long"});
}

TEST_F(GoingOnTest, AndAfterThem) {
  const Outcome outcome = run("  - {run: long, share: 4%, after-share: goes-on}\n  - run: unknown\n", {.cpu = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(names(outcome), (std::vector<std::string>{"unknown", "long"}));
}

TEST_F(GoingOnTest, ItsEndIsSoonEnoughForThoseThatFollow) {
  const std::string steps = "  - {run: long half, share: 4%, after-share: goes-on}\n"
                            "  - {run: endless without half, condition: complete}\n";
  EXPECT_EQ(run(steps, {.cpu = 20s}).verdict, Verdict::True);
}

TEST_F(GoingOnTest, WhoVerifiesNothingLeavesOthersAlone) {
  add("long and vain", [](auto&, task::Monitor& monitor) {
    work_for(1500ms, monitor);
    return Outcome{.reason = "gave up"};
  });
  const std::string steps = "  - {run: long and vain, share: 2%, after-share: goes-on}\n"
                            "  - {run: endless without half, condition: complete}\n";
  const Outcome outcome = run(steps, {.cpu = 10s});
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_EQ(names(outcome), (std::vector<std::string>{"long and vain", "endless without half"}));
}

TEST_F(GoingOnTest, LimitsHoldForAll) {
  const Outcome outcome = run("  - {run: endless, share: 20%, after-share: goes-on}\n  - run: endless\n", {.cpu = 2s});
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_EQ(outcome.partners.size(), 2u);
}

TEST_F(GoingOnTest, WithoutExchangeAShareIsAllThatAPartnerHas) {
  exchange_ = Exchange::None;
  const Outcome outcome = run("  - {run: long, share: 10%, after-share: goes-on}\n  - run: endless\n", {.cpu = 6s});
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
}

TEST_F(CooperateTest, AnIfStepThatChoosesOnePartnerIsThatPartner) {
  run("  - parallel:\n      - if: floats\n        then: [{run: crash}]\n        else: [{run: unknown}]\n"
      "      - if: floats\n        then: [{run: crash}]\n");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "artifacts/01-unknown.json"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "artifacts/02-steps"));
}

TEST_F(CooperateTest, AStepWithoutActorIsFoundAtOnce) {
  try {
    run("  - run: 'true'\n  - run: missing\n");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.position().text(), "mine.yml:5:5");
    EXPECT_STREQ(error.what(), "unknown actor 'missing'");
  }
}

// The inner strategy is killed: it cannot answer while its partner does not end.
TEST_F(CooperateTest, PartnersOfAStrategyThatWasStoppedAreNamed) {
  add("talks", [](auto&, task::Monitor& monitor) -> Outcome {
    monitor.learnt("bound 3");
    std::raise(SIGSTOP);
    return {};
  });
  const Outcome outcome =
      run("  - parallel: [{sequence: [{run: unknown}, {run: talks}]}, {run: patient}]\n", {.wall = 1500ms});
  const auto talks = std::ranges::find(outcome.partners, "talks", &task::Contribution::partner);
  ASSERT_NE(talks, outcome.partners.end());
  EXPECT_NE(talks->what.find("bound 3"), std::string::npos) << talks->what;
  EXPECT_NE(std::ranges::find(outcome.partners, "unknown", &task::Contribution::partner), outcome.partners.end());
}

TEST_F(CooperateTest, ProgressNamesThePartner) {
  add("talks", [](auto&, task::Monitor& monitor) {
    monitor.progress("bound 1");
    return Outcome{.reason = "enough"};
  });
  run("  - run: talks\n");
  EXPECT_EQ(listener.lines, (std::vector<std::string>{"talks: starts", "talks: bound 1", "talks: UNKNOWN, enough"}));
}

// An explorer whose candidate is impossible until a refiner says why, as in component-based CEGAR.
TEST_F(CooperateTest, ACycleHandsCandidatesOnAndKeepsWhatIsVerified) {
  const auto path = [this](exchange::Accept accept, const char* assumption) {
    exchange::GiaBuilder builder(exchange::gia_header(program, default_property(), "cycle"));
    const exchange::StateId start = builder.add_state(exchange::Accept::Nothing);
    builder.add_transition(start, builder.label("main@1:1+"), builder.add_state(accept), builder.text(assumption));
    return std::move(builder).finish();
  };
  const auto has = [](const exchange::Gia* gia, exchange::Accept accept) {
    return gia != nullptr && std::ranges::any_of(gia->states(), [&](auto& state) { return state.accept == accept; });
  };
  add("explorer", [=](const task::Task& task, auto&) {
    if (has(task.condition, exchange::Accept::Candidate)) return Outcome{.reason = "got what it asked itself"};
    if (has(task.condition, exchange::Accept::Unreachable)) return Outcome{.verdict = Verdict::True};
    return Outcome{.reason = "a path", .gia = path(exchange::Accept::Candidate, "")};
  });
  // Its TRUE is about the candidates alone.
  add("checker", [=](const task::Task& task, auto&) {
    return Outcome{.verdict = has(task.condition, exchange::Accept::Candidate) ? Verdict::True : Verdict::Unknown,
                   .reason = "was not asked"};
  });
  add("refiner", [=](const task::Task& task, auto&) {
    if (!has(task.condition, exchange::Accept::Candidate)) return Outcome{.reason = "was not asked"};
    return Outcome{.reason = "x == 1", .gia = path(exchange::Accept::Unreachable, "x == 1")};
  });
  const Outcome outcome = run("  - repeat: [{run: explorer, candidates: find}, {run: checker, candidates: take},"
                              " {run: refiner, candidates: take}]\n");
  EXPECT_EQ(outcome.verdict, Verdict::True) << outcome.reason;
  EXPECT_EQ(names(outcome), (std::vector<std::string>{"explorer", "checker", "refiner", "explorer"}));
  EXPECT_EQ(outcome.partners[1].verdict, Verdict::Unknown);
  EXPECT_EQ(outcome.partners[1].what, "none of the candidates is possible; its condition is in 02-checker.given.gia");
  EXPECT_TRUE(outcome.assumptions.empty());
  EXPECT_EQ(outcome.statistics.at("iterations"), 2);
  EXPECT_GT(outcome.statistics.at("exchange seconds per iteration"), 0);
}

// Partners of a strategy that is killed are known, too.
TEST_F(CooperateTest, TheJournalHasThoseThatAnotherOneMadeNeedless) {
  journal_ = exchange::Journal(folder.path() / "journal.jsonl");
  add("late", [](auto&, auto&) {
    ::usleep(400'000);
    return Outcome{.verdict = Verdict::True};
  });
  const Outcome outcome =
      run("  - run: half\n  - parallel: [{run: late}, {sequence: [{run: unknown}, {run: hang}]}]\n");
  EXPECT_EQ(outcome.verdict, Verdict::True) << outcome.reason;
  std::map<std::string, exchange::PartnerRun> runs;
  for (const exchange::PartnerRun& each : journal_.runs()) runs[each.partner] = each;
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_EQ(runs["half"].events.at(0).what, "a condition of 2 states");
  EXPECT_EQ(runs["late"].events.at(0).from, "half");
  EXPECT_EQ(runs["late"].verdict, "TRUE");
  EXPECT_EQ(runs["unknown"].what.substr(0, 8), "too hard");
  EXPECT_EQ(runs["hang"].what, ""); // it could not say anything
  EXPECT_LE(runs["half"].end_seconds, runs["late"].start_seconds);
  EXPECT_LE(runs["unknown"].end_seconds, runs["hang"].start_seconds);
  EXPECT_GE(runs["hang"].end_seconds, runs["late"].end_seconds);
}

// Without a word from the explorer, its proof is its own, as above.
TEST_F(CooperateTest, AnExplorersProofRestsOnItsConditionIfItSaysSo) {
  add("explorer", [](const task::Task& task, auto&) {
    return Outcome{.verdict = Verdict::True, .rests_on_condition = task.condition != nullptr};
  });
  const Outcome outcome = run("  - run: half\n  - {run: explorer, candidates: find}\n");
  EXPECT_EQ(outcome.assumptions, std::vector<std::string>{"the rest was verified by half"});
}

TEST_F(CooperateTest, AStepThatTakesCandidatesNeedsSome) {
  const Outcome outcome = run("  - {run: half, candidates: find}\n  - {run: crash, candidates: take}\n");
  EXPECT_EQ(names(outcome), std::vector<std::string>{"half"});
}

TEST_F(CooperateTest, InvariantsAreForStepsThatTakeThem) {
  add("helper", [](const task::Task& task, auto&) {
    exchange::GiaBuilder builder(exchange::gia_header(task.program, task.property, "helper"));
    const exchange::StateId start = builder.add_state(exchange::Accept::Nothing);
    builder.add_transition(start, exchange::Gia::any,
                           builder.add_state(exchange::Accept::Nothing, "s", builder.text("x <= 36")));
    Outcome outcome{.reason = "here"};
    outcome.gia = std::move(builder).finish();
    return outcome;
  });
  add("main", [](const task::Task& task, auto&) {
    const bool knows_condition =
        task.condition != nullptr && exchange::gia_text(*task.condition).find("x <= 36") != std::string::npos;
    return Outcome{.verdict = knows_condition ? Verdict::True : Verdict::Unknown, .reason = "needs help"};
  });
  const Outcome outcome =
      run("  - run: main\n  - {run: helper, invariants: give}\n  - {run: main, invariants: take}\n");
  EXPECT_EQ(outcome.verdict, Verdict::True) << outcome.reason;
  EXPECT_TRUE(outcome.assumptions.empty()); // it has proved what it was told
}

// One partner verifies half of the program; another one works on the whole of it and can decide only the other half.
class InformTest : public CooperateTest {
protected:
  InformTest() {
    add("needs-a-hint", [](const task::Task& task, task::Monitor& monitor) {
      while (task.condition == nullptr && !monitor.should_stop()) ::usleep(1000);
      return Outcome{.verdict = task.condition != nullptr ? Verdict::True : Verdict::Unknown, .reason = "stopped"};
    });
  }
};

TEST_F(InformTest, ARunningPartnerIsRestartedWhenMuchIsVerified) {
  const Outcome outcome = run("  - parallel: [{run: needs-a-hint}, {run: half}]\n    inform: restart\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True) << outcome.reason;
  EXPECT_EQ(names(outcome), (std::vector<std::string>{"half", "needs-a-hint", "needs-a-hint"}));
}

TEST_F(InformTest, APartnerThatIgnoresConditionsIsNotRestarted) {
  const Outcome outcome =
      run("  - parallel: [{run: needs-a-hint, condition: ignore}, {run: half}]\n    inform: restart\n", {.wall = 2s});
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
}

TEST_F(InformTest, WithoutTheOptionNoPartnerIsRestarted) {
  const Outcome outcome = run("  - parallel: [{run: needs-a-hint}, {run: half}]\n", {.wall = 2s});
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
}

} // namespace
} // namespace tandem::cooperate
