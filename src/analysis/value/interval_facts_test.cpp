#include "analysis/value/interval_facts.h"

#include "analysis/properties/random_executions_for_test.h"
#include "analysis/reach/arg_for_test.h"
#include "program/cexpr/c_expr.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tandem::analysis::value {
namespace {

std::string facts_of(std::string_view text, const char* function = "main") {
  reach::ProgramForTest test(text);
  const auto facts = interval_facts(test.program, test.aliases, ErrorFunctions{"reach_error"});
  for (const auto& [id, fact] : facts.at_heads)
    if (test.program.locations()[id]->function->name() == function)
      return cexpr::c_text(*fact, cexpr::ExprStyle::Readable);
  return "none";
}

TEST(IntervalFacts, NarrowingRecoversTheLoopBound) {
  EXPECT_EQ(facts_of(R"(
main: int main(void)
  var int i
  var int n
  L0 -> L1  i = 0
  L1 -> L2  n = 7
  L2 -> L3  [i < 100]
  L2 -> L4  [!(i < 100)]
  L3 -> L2  i = i + 1
  L4 -> exit  return i + n
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

TEST(IntervalFacts, NothingIsKnownWherePartsAreOpen) {
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

TEST(IntervalFacts, WrapAroundIsNoticed) {
  EXPECT_EQ(facts_of(R"(
main: int main(void)
  var unsigned char i
  L0 -> L1  i = 0
  L1 -> L1  i = i + 1
)"),
            "1");
}

// The calls in main that may lead to an error.
std::string failures_of(std::string_view text) {
  reach::ProgramForTest test(text);
  const IntervalFacts facts = interval_facts(test.program, test.aliases, ErrorFunctions{"reach_error"});
  EXPECT_TRUE(facts.is_complete);
  std::string result;
  for (const Edge* edge : test.program.edges())
    if (edge->op.kind == OpKind::Call && facts.may_fail[edge->id] && edge->function().name() == "main")
      result += (result.empty() ? "" : " ") + cexpr::c_text(*edge->op.arguments[0], cexpr::ExprStyle::Readable);
  return result;
}

constexpr std::string_view helpers = R"(
void reach_error(void)
void abort(void)
double __VERIFIER_nondet_double(void)
assume: void assume(int c)
  L0 -> L1  [c == 0]
  L0 -> exit  [!(c == 0)]
  L1 -> L2  abort()
check: void check(int c)
  L0 -> L1  [c == 0]
  L0 -> exit  [!(c == 0)]
  L1 -> exit  reach_error()
)";

TEST(IntervalFacts, FloatsAndConditionsThatAreArguments) {
  EXPECT_EQ(failures_of(std::string(helpers) + R"(
main: int main(void)
  var double x
  var double y
  L0 -> L1  x = __VERIFIER_nondet_double()
  L1 -> L2  assume(x >= 1.0)
  L2 -> L3  assume(x <= 3.0)
  L3 -> L4  y = (x - 1.0) * 0.5
  L4 -> L5  check(y >= 0.0)
  L5 -> L6  check(y < 1.0)
  L6 -> exit  return 0
)"),
            "y < 1.0");
}

TEST(IntervalFacts, WhatMayBeNaNPassesNoComparison) {
  EXPECT_EQ(failures_of(std::string(helpers) + R"(
main: int main(void)
  var double x
  L0 -> L1  x = __VERIFIER_nondet_double()
  L1 -> exit  [x < 1.0]
  L1 -> L2  [!(x < 1.0)]
  L2 -> L3  check(x >= 1.0)
  L3 -> exit  return 0
)"),
            "x >= 1.0");
}

TEST(IntervalFacts, ConstantLoopsAreExecutedIterationByIteration) {
  EXPECT_EQ(failures_of(std::string(helpers) + R"(
int __VERIFIER_nondet_int(void)
main: int main(void)
  var float time
  var int i
  var int n
  L0 -> L1  time = (float) 0
  L1 -> L2  i = 0
  L2 -> L3  [i < 10]
  L2 -> L5  [!(i < 10)]
  L3 -> L4  time = time + (float) 0.1
  L4 -> L2  i = i + 1
  L5 -> L6  n = __VERIFIER_nondet_int()
  L6 -> L7  [n > 0]
  L6 -> exit  [!(n > 0)]
  L7 -> L8  check(time > (float) 1.0)
  L8 -> L9  check(time > (float) 1.5)
  L9 -> L6  n = n - 1
)"),
            "time > 1.5f");
}

// Short loops, floats, assumptions and checks, at random.
std::string random_text(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto pick = [&](const std::vector<std::string>& from) { return from[random() % from.size()]; };
  static const std::vector<std::string> operations{"x = __VERIFIER_nondet_int()",
                                                   "d = (double)x / 4.0",
                                                   "d = d * d - 1.0",
                                                   "d = d + 0.1",
                                                   "d = -d",
                                                   "f = (float)d",
                                                   "f = f * (float)0.5",
                                                   "d = (double)f",
                                                   "x = (int)d",
                                                   "x = x + 1",
                                                   "d = 1.0 / d",
                                                   "f = f - (float)x",
                                                   "d = d - (double)f",
                                                   "x = x & 3",
                                                   "d = 0.0",
                                                   "assume(d >= 0.0)",
                                                   "assume(d < 2.0)",
                                                   "assume(x > 0)",
                                                   "assume(d == (double)f)",
                                                   "check(d <= 9.0)",
                                                   "check(d != 1.0)",
                                                   "check(x < 3 || d < 1.0)",
                                                   "check(f >= (float)-2.0)",
                                                   "check(!(d > 4.0))",
                                                   "check(x == 1 && d > 0.0)"};
  static const std::vector<std::string> conditions{"d < 1.0", "d >= 0.5", "f != (float)0.0", "x == 1", "d > (double)f"};
  std::string text = std::string(helpers) + R"(
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int x
  var int i
  var double d
  var float f
  A -> B  x = 0
  B -> C  d = 0.0
  C -> D  f = (float)0.0
  D -> L0  i = 0
)";
  const std::size_t length = 8;
  const std::size_t back = 3 + random() % 4; // where the loop is closed
  for (std::size_t at = 0; at < length; ++at) {
    const std::string from = fmt::format("L{}", at), next = fmt::format("L{}", at + 1);
    if (at == 1) {
      text += fmt::format("  L1 -> L2  [i < 3]\n  L1 -> L{} [!(i < 3)]\n", back + 1);
    } else if (at == back) {
      text += fmt::format("  L{} -> L1  i = i + 1\n", at);
    } else if (random() % 4 == 0 && at + 2 != back + 1 && at + 2 <= length) {
      const std::string condition = pick(conditions);
      text += fmt::format("  {0} -> {1}  [{2}]\n  {0} -> L{3}  [!({2})]\n", from, next, condition, at + 2);
    } else {
      text += fmt::format("  {} -> {}  {}\n", from, next, pick(operations));
    }
  }
  return text + fmt::format("  L{} -> exit  return 0\n", length);
}

TEST(IntervalFactsProperty, WhatIsSafeNeverFails) {
  std::size_t safe = 0, failing = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const std::string text = random_text(seed);
    reach::ProgramForTest test(text);
    const IntervalFacts facts = interval_facts(test.program, test.aliases, ErrorFunctions{"reach_error"});
    ASSERT_TRUE(facts.is_complete);
    for (const Edge* edge : test.program.edges())
      safe += edge->op.kind == OpKind::Call && edge->op.callee->name() == "check" && !facts.may_fail[edge->id];
    for (const semantics::interpreter::RunResult& error : properties::errors_of(test.program, {"reach_error"})) {
      const auto call = std::find_if(error.trace.rbegin(), error.trace.rend(),
                                     [](const Edge* edge) { return edge->function().name() == "main"; });
      ASSERT_TRUE(facts.may_fail[(*call)->id]) << text << "\nseed " << seed;
      ++failing;
    }
  }
  EXPECT_GT(safe, 100u);
  EXPECT_GT(failing, 100u);
}

} // namespace
} // namespace tandem::analysis::value
