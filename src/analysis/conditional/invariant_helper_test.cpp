#include "analysis/conditional/invariant_helper.h"

#include "analysis/bounded/bmc.h"
#include "analysis/conditional/conditional.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/invariant_gia.h"
#include "program/cexpr/c_expr.h"
#include "program/text/cfa_reader.h"

#include <gtest/gtest.h>

namespace tandem::analysis::conditional {
namespace {

using task::Outcome;
using task::Verdict;

// Stops after a number of polls.
class PollLimitMonitor : public task::Monitor {
public:
  explicit PollLimitMonitor(int polls) : left_(polls) {}
  bool should_stop() override { return --left_ < 0; }
  void progress(std::string_view) override {}

private:
  int left_;
};

// x stays below a bound that is no constant of the program; y is computed from it an iteration later.
constexpr std::string_view two_steps = R"(
unsigned int __VERIFIER_nondet_uint(void)
void reach_error(void)
main: int main(void), entry L0, exit L12
  var unsigned int x
  var unsigned int y
  var unsigned int any
  L0 -> L1  x = 0
  L1 -> L2  y = 0
  L2 -> L3  any = __VERIFIER_nondet_uint()
  L3 -> L4  [any == 0]
  L3 -> L5  [!(any == 0)]
  L4 -> L9  any = __VERIFIER_nondet_uint()
  L9 -> L7  x = (any % 7) * 6
  L5 -> L6  [any == 1]
  L5 -> L7  [!(any == 1)]
  L6 -> L7  y = x + 5
  L7 -> L8  [y > 50]
  L7 -> L2  [!(y > 50)]
  L8 -> L11  reach_error()
  L11 -> L12  return 0
)";

class InvariantHelperTest : public testing::Test {
protected:
  Outcome induction(const exchange::Gia* condition) {
    bounded::BmcOptions options{.proof = bounded::ProofMethod::ByInduction};
    options.last_bound = 3;
    PollLimitMonitor monitor(100'000);
    return make_conditional([&](confirm::Confirm confirm) { return bounded::make_bmc(options, std::move(confirm)); },
                            nullptr)
        ->run({.program = program, .property = default_property(), .condition = condition}, monitor);
  }
  exchange::GiaHeader header() const { return exchange::gia_header(program, default_property(), "test"); }

  const Program program = text::read_cfa(two_steps, DataModel::LP64);
};

TEST_F(InvariantHelperTest, InductionSucceedsWithTheHelpersInvariants) {
  EXPECT_EQ(induction(nullptr).verdict, Verdict::Unknown);
  PollLimitMonitor monitor(1'000'000);
  const Outcome help = make_interval_invariants()->run({.program = program, .property = default_property()}, monitor);
  EXPECT_EQ(help.verdict, Verdict::Unknown);
  const auto found = exchange::invariants_of(program, *help.gia);
  ASSERT_FALSE(found.empty());
  EXPECT_NE(cexpr::c_text(*found[0].condition, cexpr::ExprStyle::Readable).find("x <= 36"), std::string::npos)
      << exchange::gia_text(*help.gia);
  const Outcome outcome = induction(&*help.gia);
  EXPECT_EQ(outcome.verdict, Verdict::True) << outcome.reason;
}

TEST_F(InvariantHelperTest, OnlyLoopsOnPathsToCandidatesAreAnswered) {
  exchange::GiaBuilder builder(header());
  const exchange::StateId start = builder.add_state(exchange::Accept::Nothing);
  builder.add_transition(start, builder.label(program.edges()[0]->name),
                         builder.add_state(exchange::Accept::Unreachable));
  builder.add_state(exchange::Accept::Candidate); // unreachable
  const exchange::Gia nowhere = std::move(builder).finish();
  PollLimitMonitor monitor(1'000'000);
  const Outcome help = make_interval_invariants()->run(
      {.program = program, .property = default_property(), .condition = &nowhere}, monitor);
  EXPECT_EQ(help.statistics.at("loops with an invariant"), 0);
}

// An invariant that would prove the program and does not hold.
TEST_F(InvariantHelperTest, GivenInvariantsAreProvedFirst) {
  std::string wrong(two_steps);
  wrong.replace(wrong.find("x + 5"), 5, "x + 45");
  const Program unsafe = text::read_cfa(wrong, DataModel::LP64);
  const exchange::Gia precise = [&] {
    exchange::GiaBuilder builder(exchange::gia_header(unsafe, default_property(), "liar"));
    const exchange::StateId any = builder.add_state(exchange::Accept::Nothing, "any", builder.text("x <= 5"));
    const exchange::StateId start = builder.add_state(exchange::Accept::Nothing, "start");
    builder.set_initial(start);
    for (const exchange::StateId from : {start, any}) builder.add_transition(from, exchange::Gia::any, any);
    return std::move(builder).finish();
  }();
  bounded::BmcOptions options{.proof = bounded::ProofMethod::ByInduction};
  options.last_bound = 1; // too small for the error
  PollLimitMonitor monitor(100'000);
  const Outcome outcome =
      make_conditional([&](confirm::Confirm confirm) { return bounded::make_bmc(options, std::move(confirm)); },
                       nullptr)
          ->run({.program = unsafe, .property = default_property(), .condition = &precise}, monitor);
  EXPECT_NE(outcome.verdict, Verdict::True);
}

} // namespace
} // namespace tandem::analysis::conditional
