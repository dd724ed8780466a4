#include "cooperate/live_exchange.h"

#include "cooperate/partners_for_test.h"
#include "exchange/gia/invariant_gia.h"
#include "exchange/gia/unreachable_targets.h"
#include "program/text/expr_reader.h"

namespace tandem::cooperate {
namespace {

using exchange::Fact;
using exchange::FactKind;

class LiveExchangeTest : public CooperateTest {
protected:
  LiveExchangeTest() {
    add("teller", [this](auto&, task::Monitor& monitor) {
      monitor.publish(fact("x >= 0"));
      return wait(monitor);
    });
    add("listener", [](auto&, task::Monitor& monitor) {
      Outcome outcome{.reason = "heard nothing"};
      while (!monitor.should_stop())
        for (const Fact& fact : monitor.received()) {
          outcome.verdict = Verdict::True;
          outcome.learnt_from.push_back(fact.source);
          return outcome;
        }
      return outcome;
    });
  }

  Fact fact(std::string_view condition, FactKind kind = FactKind::Invariants) {
    const Location& after = *program.find_edge("main@1:1+")->to;
    const exchange::LocationInvariant invariant{&after,
                                                &text::read_condition(text::ExprScope::at(program, after), condition)};
    return exchange::location_fact(kind, program, std::span(&invariant, 1),
                                   exchange::gia_header(program, default_property(), "test"));
  }

  static Outcome wait(task::Monitor& monitor) {
    while (!monitor.should_stop()) ::usleep(1000);
    return {.reason = "asked to stop"};
  }
};

TEST_F(LiveExchangeTest, AFactComesBackFromItsLine) {
  Fact said = fact("x >= 0 && x != 7", FactKind::Refuted);
  said.source = "a\nb";
  said.about = "c";
  const Fact read = exchange::read_fact(exchange::fact_line(said), program);
  EXPECT_EQ(read.kind, FactKind::Refuted);
  EXPECT_EQ(read.source, "a b");
  EXPECT_EQ(read.about, "c");
  EXPECT_EQ(exchange::gia_text(read.gia), exchange::gia_text(said.gia));
  const auto invariants = exchange::invariants_of(program, read.gia);
  ASSERT_EQ(invariants.size(), 1u);
  EXPECT_EQ(invariants[0].location, program.find_edge("main@1:1+")->to);
  for (const char* wrong : {"", "invariants", "rumours\x1e\x1e\x1e", "invariants\x1e\x1e\x1ewhatever"})
    EXPECT_THROW(exchange::read_fact(wrong, program), InputError) << wrong;
}

TEST_F(LiveExchangeTest, ARunningPartnerHearsWhatAnotherOneTells) {
  const Outcome outcome = run("  - parallel: [{run: teller}, {run: listener}]\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True) << outcome.reason;
  EXPECT_EQ(outcome.learnt_from, std::vector<std::string>{"teller"});
  EXPECT_EQ(outcome.partners.back().what, "proved that no error is reached; learnt from teller");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "artifacts/exchange/001-teller.invariants.gia"));
}

TEST_F(LiveExchangeTest, FactsGoIntoStepsAndOutOfThem) {
  EXPECT_EQ(
      run("  - parallel: [{run: teller}, {sequence: [{run: unknown}, {run: listener}]}]\n", {.wall = 20s}).verdict,
      Verdict::True);
  const Outcome outcome =
      run("  - parallel: [{run: listener}, {sequence: [{run: unknown}, {run: teller}]}]\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(outcome.learnt_from, std::vector<std::string>{"teller"});
}

TEST_F(LiveExchangeTest, APartnerThatStartsLaterHearsWhatWasTold) {
  add("dies", [this](auto&, task::Monitor& monitor) -> Outcome {
    monitor.publish(fact("x >= 0"));
    ::usleep(100'000);
    std::raise(SIGKILL);
    return {};
  });
  const Outcome outcome = run("  - run: dies\n  - run: listener\n", {.wall = 20s});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_EQ(outcome.learnt_from, std::vector<std::string>{"dies"});
}

TEST_F(LiveExchangeTest, InvariantsOfAPartnerThatHasEndedAreTold) {
  add("helper", [this](auto&, auto&) {
    Outcome outcome{.reason = "here they are"};
    outcome.invariants = exchange::invariants_of(program, fact("x >= 0").gia);
    return outcome;
  });
  EXPECT_EQ(run("  - run: helper\n  - run: listener\n", {.wall = 20s}).verdict, Verdict::True);
}

TEST_F(LiveExchangeTest, WithoutExchangeNothingIsHeard) {
  exchange_ = Exchange::None;
  const Outcome outcome = run("  - parallel: [{run: teller}, {run: listener}]\n", {.wall = 2s});
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "artifacts/exchange"));
}

TEST_F(LiveExchangeTest, AFloodIsCutOff) {
  add("floods", [this](auto&, task::Monitor& monitor) {
    for (int i = 0; i < 3000; ++i) monitor.publish(fact("x != " + std::to_string(i)));
    std::string endless = "x != 0";
    for (int i = 0; i < 30'000; ++i) endless += " && x != 0";
    monitor.publish(fact(endless));
    return Outcome{.reason = "dry"};
  });
  add("counts", [](auto&, task::Monitor& monitor) {
    std::size_t heard = 0;
    bool has_heard_teller = false;
    while (!has_heard_teller && !monitor.should_stop())
      for (const Fact& fact : monitor.received()) {
        ++heard;
        has_heard_teller |= fact.source == "teller";
      }
    return Outcome{.verdict = has_heard_teller && heard <= 201 ? Verdict::True : Verdict::Unknown,
                   .reason = std::to_string(heard)};
  });
  const Outcome outcome =
      run("  - parallel: [{run: counts}, {sequence: [{run: floods}, {run: teller}]}]\n", {.wall = 30s});
  EXPECT_EQ(outcome.verdict, Verdict::True) << outcome.reason;
}

TEST_F(LiveExchangeTest, ALiarIsNamedAndNoProofRestsOnIt) {
  add("liar", [this](auto&, task::Monitor& monitor) {
    monitor.publish(fact("x == 5"));
    return wait(monitor);
  });
  add("tests", [this](auto&, task::Monitor& monitor) {
    while (!monitor.should_stop())
      for (const Fact& told : monitor.received()) {
        Fact wrong = fact("x == 5", FactKind::Refuted);
        wrong.about = told.source;
        monitor.publish(wrong);
        return Outcome{.reason = "that is wrong"};
      }
    return Outcome{.reason = "heard nothing"};
  });
  add("trusts", [](auto&, task::Monitor& monitor) {
    Outcome outcome{.verdict = Verdict::True};
    bool was_told = false, is_refuted = false;
    while (!(was_told && is_refuted) && !monitor.should_stop())
      for (const Fact& told : monitor.received()) {
        was_told |= told.kind == FactKind::Invariants;
        is_refuted |= told.kind == FactKind::Refuted;
      }
    outcome.trusts = {"liar"};
    return outcome;
  });
  jobs_ = 3;
  const Outcome outcome = run("  - parallel: [{run: liar}, {run: trusts}, {run: tests}]\n", {.wall = 3s});
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_NE(outcome.reason.find("rests on what is wrong"), std::string::npos) << outcome.reason;
  const auto liar = std::ranges::find(outcome.partners, "liar", &task::Contribution::partner);
  ASSERT_NE(liar, outcome.partners.end());
  EXPECT_NE(liar->what.find("told its partners what is wrong: x == 5"), std::string::npos) << liar->what;
}

// Which targets are unreachable is said by strategies, of what partners have decided.
TEST_F(LiveExchangeTest, APartnerCannotSayThatATargetIsUnreachable) {
  add("liar", [this](auto&, task::Monitor& monitor) {
    Fact claimed = fact("0");
    claimed.about = exchange::about_targets;
    monitor.publish(claimed);
    monitor.publish(fact("x >= 0"));
    return wait(monitor);
  });
  add("hears", [](auto&, task::Monitor& monitor) {
    std::size_t heard = 0;
    bool is_told = false;
    while (heard == 0 && !monitor.should_stop())
      for (const Fact& told : monitor.received()) {
        ++heard;
        is_told |= told.about == exchange::about_targets;
      }
    return Outcome{.verdict = heard > 0 && !is_told ? Verdict::True : Verdict::Unknown};
  });
  EXPECT_EQ(run("  - parallel: [{run: liar}, {run: hears}]\n", {.wall = 20s}).verdict, Verdict::True);
}

TEST_F(LiveExchangeTest, AProofNamesWhomItTrusts) {
  add("trusts", [](auto&, auto&) {
    Outcome outcome{.verdict = Verdict::True};
    outcome.trusts = {"kinduction"};
    return outcome;
  });
  EXPECT_EQ(run("  - parallel: [{run: patient}, {sequence: [{run: trusts}]}]\n", {.wall = 20s}).assumptions,
            std::vector<std::string>{"facts that were proved by kinduction"});
}

// A partner that does not listen must not hold up one that tells.
TEST_F(LiveExchangeTest, APartnerThatDoesNotListenHoldsUpNoOther) {
  add("tells-much", [this](auto&, task::Monitor& monitor) {
    for (int i = 0; i < 190; ++i) monitor.publish(fact("x != " + std::to_string(i) + " || x != 12345678"));
    return Outcome{.verdict = Verdict::True};
  });
  EXPECT_EQ(run("  - parallel: [{run: hang}, {run: tells-much}]\n", {.wall = 20s}).verdict, Verdict::True);
}

TEST_F(LiveExchangeTest, WhatRunningPartnersHaveVerifiedIsSaved) {
  add("half-way", [this](const task::Task& task, task::Monitor& monitor) {
    monitor.checkpoint(*verify("main@1:1+", task).gia);
    for (;;) ::usleep(10'000);
    return Outcome{};
  });
  run("  - parallel: [{sequence: [{run: half-way}]}, {run: hang}]\n", {.wall = 4s});
  ASSERT_FALSE(listener.saved.empty());
  EXPECT_EQ(listener.saved.back(), 2u);
}

} // namespace
} // namespace tandem::cooperate
