#include "analysis/bounded/bounded_condition.h"

#include "analysis/reach/arg_for_test.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::analysis::bounded {
namespace {

std::optional<exchange::Gia> condition(const Program& program, std::uint32_t bound) {
  return condition_within(program, bound, ErrorFunctions{"reach_error"}, {});
}

bool has(const exchange::Gia& gia, exchange::Accept accept) {
  return std::any_of(gia.states().begin(), gia.states().end(),
                     [&](const exchange::Gia::State& state) { return state.accept == accept; });
}

// The error is reached after five iterations: there is none within the bound of one, and the rest must stay open.
constexpr std::string_view counting = R"(
void reach_error(void)
next: int next(int a)
  L0 -> exit  return a + 1
main: int main(void)
  var int x
  L0 -> L1  x = 0
  L1 -> L2  [x < 5]
  L1 -> L3  [!(x < 5)]
  L2 -> L1  x = {}
  L3 -> L4  reach_error()
  L4 -> exit  return x
)";

std::string counting_by(const std::string& next) {
  std::string text(counting);
  return text.replace(text.find("{}"), 2, next);
}

TEST(BoundedCondition, WhatGoesBeyondStaysOpen) {
  // The edge that closes the loop may be a call, which is taken when the callee returns.
  for (const char* next : {"x + 1", "next(x)"}) {
    reach::ProgramForTest test(counting_by(next));
    const std::optional<exchange::Gia> known = condition(test.program, 1);
    ASSERT_TRUE(known) << next;
    EXPECT_EQ(known->states()[known->initial()].accept, exchange::Accept::Nothing) << next;
    EXPECT_TRUE(has(*known, exchange::Accept::Candidate)) << next;
  }
}

} // namespace
} // namespace tandem::analysis::bounded
