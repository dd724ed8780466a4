// Gambling with a verifier that tries all executions.

#include "region/gamble.h"

#include "exchange/gia/run_gia.h"
#include "program/cexpr/c_expr.h"
#include "program/text/cfa_reader.h"
#include "region/exhaustive_for_test.h"
#include "task/monitors.h"

#include <gtest/gtest.h>

namespace tandem::region {
namespace {

using task::Verdict;

constexpr std::string_view check_function = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
check: void check(int c)
  C0 -> C1  [c]
  C0 -> C2  [!c]
  C1 -> exit  return
  C2 -> C3  reach_error()
)";

// One check holds in the inner loop alone, one needs the outer iteration, one the whole program.
constexpr std::string_view nested = R"(
main: int main(void)
  var int i
  var int j
  var int x
  var int y
  var int z
  L0 -> L1  x = 1
  L1 -> L2  i = __VERIFIER_nondet_int()
  L2 -> L3  [i != 0]
  L2 -> L9  [!(i != 0)]
  L3 -> L4  y = 2
  L4 -> L5  j = 0
  L5 -> L6  [j < 2]
  L5 -> L1  [!(j < 2)]
  L6 -> L7  z = 3
  L7 -> L8  check(z == 3)
  L8 -> L10  check(y == 2)
  L10 -> L11  check(x == FOUND)
  L11 -> L5  j = j + 1
  L9 -> exit  return 0
)";

// Runs are aborted after a number of steps; as a verifier of the whole program that suffices for these examples.
class Lenient : public ExhaustiveVerifier {
public:
  task::Outcome run(const task::Task& task, task::Monitor&) override {
    const Exploration found = explore(task.program, 30, 100'000);
    task::Outcome outcome;
    outcome.verdict = found.target == nullptr ? Verdict::True : Verdict::False;
    if (found.target != nullptr) outcome.counterexample.emplace().target = found.target;
    return outcome;
  }
};

std::string text(std::string_view body, std::string_view found = "1") {
  std::string result = std::string(check_function) + std::string(body);
  if (const auto at = result.find("FOUND"); at != std::string::npos) result.replace(at, 5, found);
  return result;
}

task::Outcome gamble(const Program& program, GambleOptions options, std::vector<Attempted>* attempts = nullptr) {
  Gamble actor({std::make_unique<ExhaustiveVerifier>(), std::make_unique<Lenient>(), std::make_unique<Lenient>()},
               options);
  task::SilentMonitor silent;
  const task::Outcome outcome = actor.run({.program = program, .property = default_property(), .limits = {}}, silent);
  if (attempts != nullptr) *attempts = actor.attempted();
  return outcome;
}

TEST(Gamble, ClimbsFromTheInnermostRegionOutwards) {
  const Program program = text::read_cfa(text(nested), DataModel::LP64);
  std::vector<Attempted> attempts;
  const task::Outcome outcome = gamble(program, {}, &attempts);
  EXPECT_EQ(outcome.verdict, Verdict::True) << outcome.reason;
  ASSERT_EQ(attempts.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(attempts[i].checks(), 3 - i);
    EXPECT_EQ(attempts[i].proved.size(), 1u);
  }
  EXPECT_EQ(attempts[2].region, "the whole program");
}

TEST(Gamble, TheResultDoesNotDependOnBatching) {
  for (const std::string_view found : {"1", "2"}) {
    const Program program = text::read_cfa(text(nested, found), DataModel::LP64);
    const Verdict expected = found == "1" ? Verdict::True : Verdict::False;
    for (const Batching batching : {Batching::All, Batching::One})
      for (const std::uint32_t jobs : {1u, 3u}) {
        const task::Outcome outcome = gamble(program, {.batching = batching, .jobs = jobs});
        EXPECT_EQ(outcome.verdict, expected) << outcome.reason;
        if (expected == Verdict::False) {
          ASSERT_TRUE(outcome.counterexample);
          EXPECT_EQ(outcome.counterexample->target->function().name(), "check");
        }
      }
  }
}

TEST(Gamble, WithoutAssertionsTheVerdictIsTrueWithAReason) {
  const Program program = text::read_cfa("main: int main(void)\n  L0 -> exit  return 0\n", DataModel::LP64);
  const task::Outcome outcome = gamble(program, {});
  EXPECT_EQ(outcome.verdict, Verdict::True);
  EXPECT_NE(outcome.reason.find("nothing to check"), std::string::npos);
}

TEST(Gamble, WithoutLoopsThereIsOnlyTheWhole) {
  const Program program = text::read_cfa(text(R"(
main: int main(void)
  var int x
  L0 -> L1  x = 1
  L1 -> L2  check(x == 1)
  L2 -> exit  return 0
)"),
                                         DataModel::LP64);
  EXPECT_EQ(gamble(program, {}).verdict, Verdict::True);
}

TEST(Gamble, EveryRunOfAVerifierIsRecorded) {
  const Program program = text::read_cfa(text(nested), DataModel::LP64);
  const task::Outcome outcome = gamble(program, {});
  // Each failing check is disabled and the others are queried again: three runs in the inner loop, two in the outer
  // one, one in the whole program.
  ASSERT_EQ(outcome.partners.size(), 6u);
  EXPECT_EQ(outcome.partners.front().verdict, Verdict::False);
  EXPECT_TRUE(outcome.partners.front().what.ends_with("3 checks")) << outcome.partners.front().what;
  EXPECT_EQ(outcome.partners.back().verdict, Verdict::True);
  EXPECT_EQ(outcome.partners.back().what, "the whole program, 1 check");
}

// Facts that prove some checks; later analyses run only if checks are left.
TEST(Gamble, WhatFactsProveNeedsNoVerifier) {
  const Program program = text::read_cfa(text(nested), DataModel::LP64);
  const auto safe = [](bool all) {
    return [all](const Program& of, std::chrono::milliseconds) {
      Facts facts;
      facts.safe.assign(of.edges().size(), all);
      for (const Edge* edge : of.edges())
        if (edge->op.kind == OpKind::Call && edge->function().name() == "main" && edge->to->id % 2 == 0)
          facts.safe[edge->id] = true;
      return facts;
    };
  };
  for (const bool all : {false, true}) {
    int asked = 0;
    const auto count = [&](const Program&, std::chrono::milliseconds) {
      ++asked;
      return Facts{};
    };
    Gamble actor({std::make_unique<ExhaustiveVerifier>(), std::make_unique<Lenient>(), std::make_unique<Lenient>()}, {},
                 {safe(all), count});
    task::SilentMonitor silent;
    const task::Outcome outcome = actor.run({.program = program, .property = default_property(), .limits = {}}, silent);
    EXPECT_EQ(outcome.verdict, Verdict::True);
    ASSERT_FALSE(actor.attempted().empty());
    EXPECT_EQ(actor.attempted().front().region, "the whole program, by facts alone");
    EXPECT_EQ(asked, all ? 0 : 1);
    EXPECT_EQ(actor.attempted().size() == 1, all);
  }
}

// A proof of the outer iteration depends on y == 2 at the head of the inner loop; the query about the whole program
// gets this invariant.
TEST(Gamble, InvariantsOfAProofArePassedOn) {
  class Explains : public ExhaustiveVerifier {
  public:
    task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
      task::Outcome outcome = ExhaustiveVerifier::run(task, monitor);
      Context& context = task.program.context();
      for (const Edge* edge : task.program.entry().edges())
        if (outcome.verdict == Verdict::True && edge->op.kind == OpKind::Assume && edge->op.truth)
          for (const Variable* local : task.program.entry().locals())
            if (local->name == "y" && edge->from->in.size() > 1)
              outcome.invariants.push_back({edge->from, &context.binary(BinaryOp::Eq, context.variable(*local),
                                                                        context.integer(*local->type, 2))});
      return outcome;
    }
  };
  class Relies : public task::Actor {
  public:
    std::string name() const override { return "relies"; }
    task::Outcome run(const task::Task& task, task::Monitor&) override {
      task::Outcome outcome{.reason = "y is unknown"};
      for (const Edge* edge : task.program.entry().edges())
        if (edge->op.kind == OpKind::Assume && cexpr::c_text(*edge->op.value) == "y == 2")
          outcome.verdict = Verdict::True;
      return outcome;
    }
  };
  const Program program = text::read_cfa(text(nested), DataModel::LP64);
  for (const Learning learning : {Learning::Keep, Learning::Drop}) {
    Gamble actor({std::make_unique<Explains>(), std::make_unique<Relies>(), std::make_unique<Relies>()},
                 {.learning = learning});
    task::SilentMonitor silent;
    const task::Outcome outcome = actor.run({.program = program, .property = default_property(), .limits = {}}, silent);
    EXPECT_EQ(outcome.verdict, learning == Learning::Keep ? Verdict::True : Verdict::Unknown);
    EXPECT_GE(outcome.statistics.at("facts from proofs"), 1);
  }
}

// The automaton covers the paths to the verified assertion, but no execution of the program.
TEST(Gamble, TheAutomatonCoversVerifiedChecks) {
  class Helpless : public task::Actor {
  public:
    std::string name() const override { return "helpless"; }
    task::Outcome run(const task::Task&, task::Monitor&) override { return {.reason = "helpless"}; }
  };
  const Program program = text::read_cfa(text(nested), DataModel::LP64);
  Gamble actor({std::make_unique<ExhaustiveVerifier>(), std::make_unique<Helpless>(), std::make_unique<Helpless>()},
               {});
  task::SilentMonitor silent;
  const task::Outcome outcome = actor.run({.program = program, .property = default_property(), .limits = {}}, silent);
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_EQ(outcome.reason, "helpless");
  ASSERT_TRUE(outcome.gia);
  exchange::RunGia gia(program, *outcome.gia);
  const Function& check = *program.find_function("check");
  const Edge& fails = *check.entry().out[1];
  std::size_t covered = 0;
  for (const Edge* call : program.entry().edges()) {
    if (call->op.callee != &check) continue;
    const auto coverage = exchange::covers(gia, {{call, &fails}, [](std::size_t, const Expr&) { return true; }});
    covered += coverage.ut ? 1 : 0;
    EXPECT_FALSE(exchange::covers(gia, {{call}, [](std::size_t, const Expr&) { return true; }}).ut);
  }
  EXPECT_EQ(covered, 2u); // of three calls
  EXPECT_FALSE(exchange::covers(gia, {{&fails}, [](std::size_t, const Expr&) { return true; }}).ut);
  EXPECT_TRUE(gamble(program, {}).gia->states().front().accept == exchange::Accept::Unreachable);
}

} // namespace
} // namespace tandem::region
