#include "exchange/gia/invariant_gia.h"

#include "base/core/input_error.h"
#include "exchange/gia/run_gia.h"
#include "program/cexpr/c_expr.h"
#include "program/text/cfa_reader.h"
#include "program/text/expr_reader.h"

#include <gtest/gtest.h>

#include <map>

namespace tandem::exchange {
namespace {

// The loop head of main is reached after calls, both initially and in each iteration; that of sum is not.
constexpr std::string_view text = R"(
int calls
void reach_error(void)
sum: int sum(int n)
  var int i
  sum@2:3  S0 -> S1  i = 0
  sum@3:7+  S1 -> S2  [i < n]
  sum@3:7-  S1 -> S3  [!(i < n)]
  sum@4:3  S2 -> S1  i = i + 1
  sum@5:3  S3 -> exit  return i
main: int main(void)
  var int x
  main@8:3  L0 -> L1  x = sum(5)
  main@9:7+  L1 -> L2  [x < 10]
  main@9:7-  L1 -> L3  [!(x < 10)]
  main@10:3  L2 -> L1  x = sum(x)
  main@11:3  L3 -> L4  calls = calls + 1
  main@12:3  L4 -> exit  return x
)";

class InvariantGiaTest : public testing::Test {
protected:
  const Location& before(std::string_view edge) const { return *program.find_edge(edge)->from; }
  LocationInvariant invariant(const Location& at, std::string_view condition) const {
    return {&at, &text::read_condition(text::ExprScope::at(program, at), condition)};
  }
  std::map<const Location*, std::string> read(const Gia& gia) const {
    std::map<const Location*, std::string> result;
    for (const LocationInvariant& each : invariants_of(program, gia))
      result[each.location] = cexpr::c_text(*each.condition, cexpr::ExprStyle::Readable);
    return result;
  }

  const Program program = text::read_cfa(text, DataModel::LP64);
};

TEST_F(InvariantGiaTest, ARunIsInAStateWithTheInvariantWheneverItIsThere) {
  const std::vector given{invariant(before("sum@3:7+"), "i >= 0")};
  const Gia gia = invariant_gia(program, given, {});
  RunGia run(program, gia);
  for (StateId state = 0; state < gia.states().size(); ++state) {
    EXPECT_EQ(run.accept(state), Accept::Nothing);
    for (const Edge* edge : program.edges()) {
      const auto& steps = run.transitions(state, *edge);
      const bool is_there = edge->to == given[0].location;
      const bool goes_on = state == gia.initial();
      ASSERT_EQ(steps.size(), goes_on ? (is_there ? 2u : 1u) : 0u) << edge->name;
      if (goes_on && is_there)
        EXPECT_TRUE(std::ranges::any_of(steps, [&](const auto& step) { return step.invariant == given[0].condition; }));
    }
  }
}

TEST_F(InvariantGiaTest, InvariantsAreReadBackAsWritten) {
  const std::vector given{invariant(before("sum@3:7+"), "i >= 0"), invariant(before("sum@3:7+"), "i <= n || n < 0"),
                          invariant(before("main@12:3"), "calls == 1")};
  const auto out = read(invariant_gia(program, given, {}));
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out.at(given[0].location), "i >= 0 && (i <= n || n < 0)");
  EXPECT_EQ(out.at(given[2].location), "calls == 1");
}

TEST_F(InvariantGiaTest, AfterACallItIsStatedAfterTheBranch) {
  const std::vector given{invariant(before("main@9:7+"), "x < 20")};
  const auto out = read(invariant_gia(program, given, {}));
  EXPECT_EQ(out.at(given[0].location), "x < 20");
}

// A run that claims nothing does not take back what another run on the same path claims.
TEST_F(InvariantGiaTest, EveryRunOnAPathClaims) {
  GiaBuilder builder({});
  const StateId start = builder.add_state(Accept::Nothing);
  const StateId known = builder.add_state(Accept::Nothing, "known", builder.text("i >= 0"));
  builder.add_transition(start, Gia::any, start);
  builder.add_transition(start, builder.label("sum@2:3"), known);
  builder.add_transition(known, Gia::any, known);
  const auto out = read(std::move(builder).finish());
  EXPECT_EQ(out.at(&before("sum@3:7+")), "i >= 0");
}

TEST_F(InvariantGiaTest, ARunThatEndsClaimsNothingAnyMore) {
  GiaBuilder builder({});
  const StateId start = builder.add_state(Accept::Nothing);
  const StateId known = builder.add_state(Accept::Nothing, "known", builder.text("n < 6"));
  builder.add_transition(start, builder.label("main@8:3"), known); // into sum, and no further
  const auto out = read(std::move(builder).finish());
  EXPECT_TRUE(out.empty()); // sum is entered a second time
}

TEST_F(InvariantGiaTest, DifferentStatesSayThatOneOfThemIsRight) {
  GiaBuilder builder({});
  const StateId start = builder.add_state(Accept::Nothing);
  const StateId first = builder.add_state(Accept::Nothing, "first", builder.text("n == 5"));
  const StateId later = builder.add_state(Accept::Nothing, "later", builder.text("n < 10"));
  const StateId inside = builder.add_state(Accept::Nothing);
  builder.add_transition(start, builder.label("main@8:3"), first);
  builder.add_transition(inside, builder.label("main@10:3"), later);
  std::vector<EdgeNameId> others;
  for (const Edge* edge : program.edges())
    if (edge->name != "main@8:3" && edge->name != "main@10:3") others.push_back(builder.edge_name(edge->name));
  for (const StateId state : {start, first, later, inside})
    builder.add_transition(state, builder.label(others), inside);
  const auto out = read(std::move(builder).finish());
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out.at(&before("sum@2:3")), "n == 5 || n < 10");
}

TEST_F(InvariantGiaTest, AConditionOfAnotherScopeHasNoText) {
  const Location& in_main = before("main@9:7+");
  const LocationInvariant wrong{&in_main, invariant(before("sum@3:7+"), "i >= 0").condition};
  EXPECT_FALSE(condition_text(program, in_main, *wrong.condition));
  EXPECT_TRUE(read(invariant_gia(program, std::span(&wrong, 1), {})).empty());
}

} // namespace
} // namespace tandem::exchange
