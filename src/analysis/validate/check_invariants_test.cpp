#include "analysis/validate/check_invariants.h"

#include "program/text/cfa_reader.h"
#include "program/text/expr_reader.h"
#include "task/monitors.h"

#include <gtest/gtest.h>

namespace tandem::analysis::validate {
namespace {

constexpr std::string_view counters = R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
main: int main(void)
  var int a
  var int i
  var int n
  main@1:1  L0 -> L1  n = __VERIFIER_nondet_int()
  main@2:1  L1 -> L2  a = 0
  main@3:1  L2 -> L3  i = 0
  main@4:1+  L3 -> L4  [i < n]
  main@4:1-  L3 -> L6  [!(i < n)]
  main@5:1  L4 -> L5  a = a + 2
  main@6:1  L5 -> L3  i = i + 1
  main@7:1+  L6 -> L7  [a != 2 * i]
  main@7:1-  L6 -> L8  [!(a != 2 * i)]
  main@8:1  L7 -> L8  reach_error()
  main@9:1  L8 -> exit  return 0
)";

class CheckInvariantsTest : public testing::Test {
protected:
  // At the location before an edge.
  void add(std::string_view edge, std::string_view condition) {
    const Location& at = *program.find_edge(edge)->from;
    invariants.push_back({&at, &text::read_condition(text::ExprScope::at(program, at), condition)});
  }
  InvariantCheck check() {
    task::SilentMonitor monitor;
    return check_invariants(program, default_property(), invariants, monitor);
  }

  const Program program = text::read_cfa(counters, DataModel::LP64);
  std::vector<exchange::LocationInvariant> invariants;
};

TEST_F(CheckInvariantsTest, ConfirmsWhatIsInductiveAndSufficient) {
  add("main@4:1+", "a == 2 * i");
  add("main@5:1", "i < n");
  add("main@6:1", "a == 2 * i + 2");
  const InvariantCheck result = check();
  EXPECT_EQ(result.status, ClaimStatus::Confirmed) << result.text;
}

TEST_F(CheckInvariantsTest, RefutesWhatAnExecutionViolates) {
  add("main@4:1+", "a == 2 * i");
  add("main@4:1+", "i < 3");
  const InvariantCheck result = check();
  EXPECT_EQ(result.status, ClaimStatus::Refuted) << result.text;
  EXPECT_EQ(result.invariant, std::size_t{1});
  ASSERT_EQ(result.inputs.size(), 1u);
  EXPECT_GE(std::stoi(result.inputs[0]), 3);
}

TEST_F(CheckInvariantsTest, AnInvariantOfTheEndIsCheckedThereAlone) {
  add("main@4:1+", "a == 2 * i");
  add("main@9:1", "i >= n");
  EXPECT_EQ(check().status, ClaimStatus::Confirmed);
  add("main@9:1", "i == n"); // unless n was negative
  const InvariantCheck result = check();
  EXPECT_EQ(result.status, ClaimStatus::Refuted) << result.text;
  EXPECT_EQ(result.invariant, std::size_t{2});
}

} // namespace
} // namespace tandem::analysis::validate
