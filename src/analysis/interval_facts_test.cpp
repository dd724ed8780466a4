#include "analysis/interval_facts.h"

#include "analysis/arg_for_test.h"
#include "program/c_expr.h"

#include <gtest/gtest.h>

namespace tandem::analysis {
namespace {

std::string facts_of(std::string_view text, const char* function = "main") {
  ProgramForTest test(text);
  const auto facts =
      interval_facts(test.program, test.aliases, [](const Function& called) { return called.name() == "reach_error"; });
  for (const auto& [id, fact] : facts)
    if (test.program.locations()[id]->function->name() == function) return c_text(*fact, ExprStyle::Readable);
  return "none";
}

TEST(IntervalFacts, NarrowingBringsTheLoopsBoundBack) {
  EXPECT_EQ(facts_of(R"(
main: int main(void)
  var int i
  var unsigned int n
  L0 -> L1  i = 0
  L1 -> L2  n = 7
  L2 -> L3  [i < 100]
  L2 -> L4  [!(i < 100)]
  L3 -> L2  i = i + 1
  L4 -> exit  return i
)"),
            "i >= 0 && i <= 100 && n == 7");
}

TEST(IntervalFacts, AllCallsCount) {
  EXPECT_EQ(facts_of(R"(
wait: void wait(int n)
  L0 -> L1  [n > 0]
  L0 -> exit  [!(n > 0)]
  L1 -> L0  n = n - 1
main: int main(void)
  L0 -> L1  wait(3)
  L1 -> L2  wait(9)
  L2 -> exit  return 0
)",
                     "wait"),
            "n >= 0 && n <= 9");
}

TEST(IntervalFacts, NothingIsSaidWherePartsAreOpen) {
  EXPECT_EQ(facts_of(R"(
down: int down(int n)
  var int r
  L0 -> L1  [n != 0]
  L0 -> exit  [!(n != 0)]
  L1 -> L2  r = down(n - 1)
  L2 -> exit  return r
main: int main(int n)
  var int i
  L0 -> L1  i = down(n)
  L1 -> L2  i = 0
  L2 -> L3  [i < 10]
  L2 -> L4  [!(i < 10)]
  L3 -> L2  i = i + 1
  L4 -> exit  return 0
)"),
            "none");
}

TEST(IntervalFacts, WrapAroundIsSeen) {
  EXPECT_EQ(facts_of(R"(
main: int main(void)
  var unsigned char i
  L0 -> L1  i = 0
  L1 -> L1  i = i + 1
)"),
            "1");
}

} // namespace
} // namespace tandem::analysis
