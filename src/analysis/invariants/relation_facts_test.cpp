#include "analysis/invariants/relation_facts.h"

#include "analysis/reach/arg_for_test.h"
#include "program/cexpr/c_expr.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::analysis::invariants {
namespace {

constexpr std::chrono::milliseconds enough{20'000};

std::vector<std::string> facts_of(std::string_view text) {
  const reach::ProgramForTest test(text);
  std::vector<std::string> result;
  for (const auto& [location, condition] : relation_facts(test.program, default_property(), enough))
    result.push_back(location->function->name() + ": " + cexpr::c_text(*condition, cexpr::ExprStyle::Readable));
  return result;
}

constexpr std::string_view in_step = R"(
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int n
  var int i
  var int s
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  i = 0
  L2 -> L3  s = 0
  L3 -> L4  [i < n]
  L3 -> L6  [!(i < n)]
  L4 -> L5  i = i + 1
  L5 -> L3  s = s + STEP
  L6 -> exit  return s
)";

std::string with_step(std::string_view step) {
  std::string text(in_step);
  return text.replace(text.find("STEP"), 4, step);
}

TEST(RelationFacts, VariablesThatGoInStepAreEqual) {
  const auto facts = facts_of(with_step("1"));
  EXPECT_TRUE(std::ranges::any_of(facts, [](const std::string& fact) {
    return fact == "main: i == s" || fact == "main: s == i";
  })) << testing::PrintToString(facts);
  const auto others = facts_of(with_step("n"));
  EXPECT_TRUE(std::ranges::none_of(others, [](const std::string& fact) {
    return fact == "main: i == s" || fact == "main: s == i";
  })) << testing::PrintToString(others);
}

// After a call through an unconstrained pointer, nothing is certain that was seen in runs.
TEST(RelationFacts, NoneFromRunsAfterACallOfUnknownCode) {
  const std::string text = R"(
int __VERIFIER_nondet_int(void)
void *__VERIFIER_nondet_pointer(void)
main: int main(void)
  var int i
  var void (*f)(void)
  L0 -> L1  i = 0
  L1 -> L2  f = __VERIFIER_nondet_pointer()
  L2 -> L3  DOES
  L3 -> L4  [i < 9]
  L3 -> L5  [!(i < 9)]
  L4 -> L3  i = i + 1
  L5 -> exit  return 0
)";
  const auto with = [&](std::string_view operation) {
    return std::string(text).replace(text.find("DOES"), 4, operation);
  };
  EXPECT_FALSE(facts_of(with("skip")).empty());
  // What is inductive by itself is known without samples; unknown code does not change a variable without an address.
  EXPECT_EQ(facts_of(with("(*f)()")), std::vector<std::string>{"main: i <= 9"});
}

} // namespace
} // namespace tandem::analysis::invariants
