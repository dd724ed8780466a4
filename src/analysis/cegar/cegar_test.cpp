#include "analysis/cegar/cegar_feasible.h"
#include "analysis/cegar/cegar_refine.h"

#include "analysis/bounded/bmc.h"
#include "analysis/conditional/path_program.h"
#include "analysis/confirm/confirm.h"
#include "exchange/combine/combine.h"
#include "exchange/gia/gia_file.h"
#include "program/text/cfa_reader.h"
#include "task/monitors.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::analysis::cegar {
namespace {

using exchange::Accept;
using exchange::Gia;
using task::Outcome;
using task::Verdict;

task::Counterexample replay(const Program& program, task::Counterexample found) {
  confirm::ConfirmOptions settings;
  settings.compiled_check = confirm::CompiledCheck::Skip;
  return confirm::confirm(program, std::move(found), settings);
}

// The flag is cleared in the first iteration of a loop that is left late; COUNT and LEFT vary.
constexpr std::string_view drain = R"(
void reach_error(void)
main: int main(void), entry L0, exit L8
  var unsigned int full
  var unsigned int level
  L0 -> L1  full = 1
  L1 -> L2  level = 0
  L2 -> L3  [level < COUNT]
  L2 -> L5  [!(level < COUNT)]
  L3 -> L4  full = 0
  L4 -> L2  level = level + 1
  L5 -> L6  [full != LEFT]
  L5 -> L7  [!(full != LEFT)]
  L6 -> L7  reach_error()
  L7 -> L8  return 0
)";

std::string with(std::string_view text, std::string_view iterations, std::string_view left) {
  std::string result(text);
  for (auto at = result.find("COUNT"); at != std::string::npos; at = result.find("COUNT"))
    result.replace(at, 5, iterations);
  for (auto at = result.find("LEFT"); at != std::string::npos; at = result.find("LEFT")) result.replace(at, 4, left);
  return result;
}

bool has(const Gia& gia, Accept accept) {
  return std::ranges::any_of(gia.states(), [&](const auto& state) { return state.accept == accept; });
}

class CegarTest : public testing::Test {
protected:
  explicit CegarTest(std::string text = with(drain, "1000", "0")) : program(text::read_cfa(text, DataModel::LP64)) {}

  Outcome run(task::Actor& actor, const Gia* condition) {
    return actor.run({.program = program, .property = default_property(), .condition = condition}, monitor);
  }
  Outcome explore(const Gia* precision) { return run(*make_cegar_explore({}), precision); }
  Outcome check(const Gia& candidates) { return run(*make_cegar_feasible({}, replay), &candidates); }
  Outcome refine(const Gia& candidates) { return run(*make_cegar_refine({}), &candidates); }
  static Gia both(const Gia& a, const Gia& b) {
    const std::vector<exchange::combine::CombineInput> inputs{{&a, "a"}, {&b, "b"}};
    return exchange::combine::combined(inputs);
  }

  Program program;
  task::SilentMonitor monitor;
};

TEST_F(CegarTest, ProvesInThreeIterationsByAutomataAlone) {
  const Outcome first = explore(nullptr);
  ASSERT_EQ(first.verdict, Verdict::Unknown);
  ASSERT_TRUE(has(*first.gia, Accept::Candidate));
  EXPECT_FALSE(has(*first.gia, Accept::Unreachable));
  const Outcome checked = check(*first.gia);
  EXPECT_EQ(checked.verdict, Verdict::Unknown);
  EXPECT_TRUE(has(*checked.gia, Accept::Candidate));

  const Outcome increment = refine(*checked.gia);
  EXPECT_TRUE(has(*increment.gia, Accept::Unreachable));
  EXPECT_NE(exchange::gia_text(*increment.gia).find(" if level < 1000"), std::string::npos)
      << exchange::gia_text(*increment.gia);

  const Outcome second = explore(&*increment.gia);
  ASSERT_EQ(second.verdict, Verdict::Unknown);
  const Outcome other = refine(both(*increment.gia, *second.gia));
  EXPECT_NE(exchange::gia_text(*other.gia).find(" if !(full == 1)"), std::string::npos)
      << exchange::gia_text(*other.gia);

  const Gia precision = both(*increment.gia, *other.gia);
  const Outcome third = explore(&precision);
  EXPECT_EQ(third.verdict, Verdict::True) << third.reason;
  // The infeasible paths are precision only; the proof does not depend on them.
  EXPECT_TRUE(third.assumptions.empty());
}

class RealErrorTest : public CegarTest {
protected:
  RealErrorTest() : CegarTest(with(drain, "1", "1")) {}
};

TEST_F(RealErrorTest, TheCheckerConfirmsARealPath) {
  // The path without an iteration is found first.
  const Outcome first = explore(nullptr);
  const Outcome increment = refine(*first.gia);
  const Outcome second = explore(&*increment.gia);
  ASSERT_TRUE(has(*second.gia, Accept::Candidate));
  const Outcome checked = check(*second.gia);
  ASSERT_EQ(checked.verdict, Verdict::False) << checked.reason;
  EXPECT_NE(checked.counterexample->confirmed, task::Confirmation::None);
  EXPECT_TRUE(has(*checked.gia, Accept::Reached));
}

TEST_F(RealErrorTest, AnotherVerifierChecksThePathProgram) {
  const auto make_verifier = [] {
    return bounded::make_bmc({}, [](const Program&, task::Counterexample found) {
      found.confirmed = task::Confirmation::Interpreter; // the path check confirms it
      return found;
    });
  };
  const auto checker = conditional::make_path_check(make_verifier, replay);
  const Outcome first = explore(nullptr);
  const Outcome infeasible = run(*checker, &*first.gia);
  EXPECT_EQ(infeasible.verdict, Verdict::Unknown);
  EXPECT_EQ(infeasible.reason, "no candidate path is feasible according to bmc");
  EXPECT_TRUE(has(*infeasible.gia, Accept::Candidate));
  const Outcome increment = refine(*infeasible.gia);
  const Outcome second = explore(&*increment.gia);
  const Outcome real = run(*checker, &*second.gia);
  ASSERT_EQ(real.verdict, Verdict::False) << real.reason;
  EXPECT_EQ(real.counterexample->target->op.callee->name(), "reach_error");
}

TEST_F(CegarTest, WithoutCandidatesThereIsNothingToDo) {
  EXPECT_EQ(run(*make_cegar_feasible({}, replay), nullptr).reason, "there are no candidates to check");
  EXPECT_EQ(run(*make_cegar_refine({}), nullptr).reason, "there are no candidates to refute");
}

} // namespace
} // namespace tandem::analysis::cegar
