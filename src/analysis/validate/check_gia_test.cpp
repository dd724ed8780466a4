#include "analysis/validate/check_gia.h"

#include "exchange/gia/gia_file.h"
#include "program/text/cfa_reader.h"

#include <gtest/gtest.h>

namespace tandem::analysis::validate {
namespace {

// The error is reached with the inputs 2 and 5.
constexpr std::string_view text = R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
main: int main(void)
  var int x
  var int y
  main@1:1   L0 -> L1  x = __VERIFIER_nondet_int()
  main@2:1   L1 -> L2  y = __VERIFIER_nondet_int()
  main@3:1+  L2 -> L3  [x == 2]
  main@3:1-  L2 -> L6  [!(x == 2)]
  main@4:1+  L3 -> L4  [y == 5]
  main@4:1-  L3 -> L6  [!(y == 5)]
  main@5:1   L4 -> L6  reach_error()
  main@6:1   L6 -> exit  return 0
)";

class CheckGia : public testing::Test {
protected:
  std::vector<ClaimCheck> check(const std::string& lines, task::Outcome answer = {}, ClaimOptions options = {}) {
    return check(lines, std::vector{std::move(answer)}, options);
  }
  // The last answer is repeated.
  std::vector<ClaimCheck> check(const std::string& lines, const std::vector<task::Outcome>& answers,
                                ClaimOptions options = {}) {
    const exchange::Gia gia = exchange::read_gia_text("tandem-gia 1\n" + lines + "end\n");
    parts.clear();
    const EngineQuery query = [&](const Program& part, const Property&, confirm::CompiledCheck) {
      parts.push_back(part.edges().size());
      return answers[std::min(parts.size(), answers.size()) - 1];
    };
    return check_claims(program, gia, default_property(), query, options);
  }

  task::Outcome with_inputs(std::vector<int> values) const {
    task::Outcome result{.verdict = task::Verdict::False, .counterexample = task::Counterexample{}};
    for (const int value : values)
      result.counterexample->inputs.push_back(
          {.type = &program.context().types().int_type(), .bits = static_cast<UInt128>(static_cast<unsigned>(value))});
    return result;
  }

  const std::string on_both = "state a initial\nstate b ut\na -> a on main@1:1 main@2:1\na -> b on main@3:1+\n";
  const std::string on_other = "state a initial\nstate b ut\na -> a on main@1:1 main@2:1\na -> b on main@3:1-\n";
  const Program program = text::read_cfa(text, DataModel::LP64);
  std::vector<std::size_t> parts; // sizes of the programs queried
};

TEST_F(CheckGia, TheEngineDecidesUtClaims) {
  const auto confirmed = check(on_other, {.verdict = task::Verdict::True, .assumptions = {"something"}});
  ASSERT_EQ(confirmed.size(), 1u);
  EXPECT_EQ(confirmed[0].status, ClaimStatus::Confirmed);
  EXPECT_EQ(confirmed[0].assumptions, std::vector<std::string>{"something"});
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_LT(parts[0], program.edges().size());

  const auto open = check(on_other, {.reason = "out of time"});
  EXPECT_EQ(open[0].status, ClaimStatus::Open);
  EXPECT_EQ(open[0].text, "out of time");
}

TEST_F(CheckGia, AnAlarmCountsOnlyOnCoveredPaths) {
  const auto refuted = check(on_both, with_inputs({2, 5}));
  EXPECT_EQ(refuted[0].status, ClaimStatus::Refuted);
  EXPECT_EQ(refuted[0].inputs, (std::vector<std::string>{"2", "5"}));
  EXPECT_EQ(check(on_other, with_inputs({2, 5}))[0].status, ClaimStatus::Open); // real, but elsewhere
  EXPECT_EQ(check(on_both, with_inputs({2, 4}))[0].status, ClaimStatus::Open);  // not an error
}

TEST_F(CheckGia, ClaimsThatNameInputsAreReplayed) {
  const std::string rt = "state a initial\nstate b\nstate c\nstate d rt\na -> b on main@1:1 if x == 2\n"
                         "b -> c on main@2:1 if x > 0 && y == 5\nc -> c on main@3:1+ main@4:1+\nc -> d on main@5:1\n";
  const auto replayed = check(rt);
  ASSERT_EQ(replayed.size(), 1u);
  EXPECT_EQ(replayed[0].status, ClaimStatus::Confirmed);
  EXPECT_EQ(replayed[0].subject, "d");
  EXPECT_EQ(replayed[0].inputs, (std::vector<std::string>{"2", "5"}));
  EXPECT_TRUE(parts.empty());
}

TEST_F(CheckGia, OtherRtClaimsAreQueried) {
  const std::string rt = "state a initial\nstate d rt\na -> a on main@1:1 main@2:1 main@3:1+ main@4:1+\n"
                         "a -> d on main@5:1\n";
  EXPECT_EQ(check(rt, with_inputs({2, 5}))[0].status, ClaimStatus::Confirmed);
  EXPECT_EQ(check(rt, {.verdict = task::Verdict::True})[0].status, ClaimStatus::Refuted);
  const std::string elsewhere = "state a initial\nstate d rt\na -> a on main@1:1 main@2:1\na -> d on main@3:1-\n";
  EXPECT_EQ(check(elsewhere, with_inputs({2, 5}))[0].status, ClaimStatus::Open);
  EXPECT_EQ(check(rt, with_inputs({2, 5}), {.most_claims = 0})[0].status, ClaimStatus::Open);
  EXPECT_TRUE(check("state a initial cand\n").empty());
}

// Definition 4: rt is a claim about all executions along it.
TEST_F(CheckGia, AnRtClaimHoldsForAllInputsOrIsRefuted) {
  const std::string rt = "state a initial\nstate d rt\na -> a on main@1:1 main@2:1\na -> d on main@3:1+\n";
  const task::Outcome holds{.verdict = task::Verdict::True}, unknown{.reason = "out of time"};
  EXPECT_EQ(check(rt, {with_inputs({2, 5}), holds})[0].status, ClaimStatus::Confirmed);
  const auto refuted = check(rt, {with_inputs({2, 5}), with_inputs({2, 4})});
  EXPECT_EQ(refuted[0].status, ClaimStatus::Refuted);
  EXPECT_EQ(refuted[0].inputs, (std::vector<std::string>{"2", "4"}));
  EXPECT_EQ(check(rt, {with_inputs({2, 5}), with_inputs({1, 4})})[0].status, ClaimStatus::Open); // not along it
  EXPECT_EQ(check(rt, {with_inputs({2, 5}), unknown})[0].status, ClaimStatus::Open);
}

TEST_F(CheckGia, InvariantsAreChecked) {
  const std::string claimed =
      "state a initial\nstate b invariant x == 2\na -> a on main@1:1 main@2:1\na -> b on main@3:1+\n";
  const auto confirmed = check(claimed, {.verdict = task::Verdict::True});
  ASSERT_EQ(confirmed.size(), 1u);
  EXPECT_EQ(confirmed[0].kind, ClaimKind::Invariant);
  EXPECT_EQ(confirmed[0].status, ClaimStatus::Confirmed);
  EXPECT_EQ(check(claimed, with_inputs({1, 1}))[0].status, ClaimStatus::Refuted);
  EXPECT_EQ(check(claimed, {.reason = "out of time"})[0].status, ClaimStatus::Open);
  // It only says which paths are ut.
  const std::string restricting = "state a initial\nstate b invariant x == 2\nstate c ut\na -> a on main@1:1 main@2:1\n"
                                  "a -> b on main@3:1+\nb -> c on main@4:1-\n";
  ASSERT_EQ(check(restricting, {.verdict = task::Verdict::True}).size(), 1u);
  EXPECT_EQ(check(restricting, {.verdict = task::Verdict::True})[0].kind, ClaimKind::Unreachable);
}

} // namespace
} // namespace tandem::analysis::validate
