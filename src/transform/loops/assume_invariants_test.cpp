#include "transform/loops/assume_invariants.h"

#include "program/cexpr/c_expr.h"
#include "program/text/cfa_reader.h"
#include "program/text/expr_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::transform::loops {
namespace {

constexpr std::string_view text = R"(
void reach_error(void)
main: int main(void)
  var int x
  var int unread
  var int array[3]
  main@8:3  L0 -> L1  x = 0
  main@9:7+  L1 -> L2  [x < 10]
  main@9:7-  L1 -> L3  [!(x < 10)]
  main@10:3  L2 -> L1  x = x + array[1]
  main@11:3  L3 -> exit  return x
)";

class AssumeInvariants : public testing::Test {
protected:
  Program program = text::read_cfa(text, DataModel::LP64);
  const Location& head = *program.find_edge("main@9:7+")->from;

  std::optional<reduce::Residual> with(const std::string& condition) {
    const Expr& invariant = text::read_condition(text::ExprScope::at(program, head), condition);
    return assume_invariants(program, std::vector<exchange::LocationInvariant>{{&head, &invariant}});
  }
};

TEST_F(AssumeInvariants, EveryPathToTheLocationPassesThem) {
  const auto made = with("x <= 10");
  ASSERT_TRUE(made);
  const auto is_new = [&](const Edge* edge) { return made->edge_origin[edge->id] == nullptr; };
  ASSERT_EQ(std::ranges::count_if(made->program.edges(), is_new), 1);
  const Edge& assumed = **std::ranges::find_if(made->program.edges(), is_new);
  EXPECT_EQ(assumed.op.kind, OpKind::Assume);
  EXPECT_EQ(assumed.from->out.size(), 1u);
  EXPECT_EQ(assumed.from->in.size(), 2u); // from before the loop, and from the end of its body
  EXPECT_EQ(made->location_origin[assumed.from->id], &head);
  for (const Edge* edge : assumed.to->out) EXPECT_EQ(made->edge_origin[edge->id]->from, &head);
}

// A slice may have these without what is assigned to them.
TEST_F(AssumeInvariants, OnlyScalarsThatAreReadAreSpokenOf) {
  EXPECT_FALSE(with("unread == 0"));
  EXPECT_FALSE(with("x <= 10 && array[0] == 0"));
}

TEST_F(AssumeInvariants, OriginsLeadThroughAResidualProgram) {
  const auto first = with("x <= 10");
  const Expr& invariant = text::read_condition(text::ExprScope::at(program, head), "x >= 0");
  const auto second = assume_invariants(*first, std::vector<exchange::LocationInvariant>{{&head, &invariant}});
  ASSERT_TRUE(second);
  for (const Edge* edge : second->program.edges())
    if (const Edge* origin = second->edge_origin[edge->id]) EXPECT_EQ(program.edges()[origin->id], origin);
}

} // namespace
} // namespace tandem::transform::loops
