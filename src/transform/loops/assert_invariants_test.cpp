#include "transform/loops/assert_invariants.h"

#include "program/cexpr/c_expr.h"
#include "program/text/cfa_reader.h"
#include "program/text/cfa_text.h"
#include "program/text/expr_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::transform::loops {
namespace {

constexpr std::string_view text = R"(
int calls
void reach_error(void)
inc: int inc(int n)
  inc@2:3  S0 -> exit  return n + 1
main: int main(void)
  var int x
  main@8:3  L0 -> L1  x = 0
  main@9:7+  L1 -> L2  [x < 10]
  main@9:7-  L1 -> L3  [!(x < 10)]
  main@10:3  L2 -> L1  x = inc(x)
  main@11:3  L3 -> exit  return x
)";

TEST(AssertInvariants, EveryPathToTheLocationPassesTheCheck) {
  const Program program = text::read_cfa(text, DataModel::LP64);
  const Location& head = *program.find_edge("main@9:7+")->from;
  const Expr& condition = text::read_condition(text::ExprScope::at(program, head), "x <= 10");
  const std::vector<exchange::LocationInvariant> given{{&head, &condition}};
  const AssertedProgram made = assert_invariants(program, default_property(), given);

  ASSERT_EQ(made.checks.size(), 1u);
  EXPECT_EQ(std::ranges::count(made.property.error_functions.names(), made.checks[0]), 1);
  const Edge* check = nullptr;
  for (const Edge* edge : made.program.edges())
    if (made.violated(*edge) == std::size_t{0}) check = edge;
  ASSERT_NE(check, nullptr);
  EXPECT_EQ(made.edge_origin[check->id], nullptr);
  const Location& asked = *check->from->in.at(0)->from;
  ASSERT_EQ(asked.out.size(), 2u);
  EXPECT_EQ(asked.out[0]->op.value, &condition);
  EXPECT_EQ(asked.out[1]->to, check->from);
  EXPECT_TRUE(check->to->out.empty());
  EXPECT_EQ(asked.in.size(), 2u); // from before the loop, and from the end of its body
  // After the check, the program is unchanged.
  for (const Edge* edge : asked.out[0]->to->out) EXPECT_EQ(made.edge_origin[edge->id]->from, &head);
}

TEST(AssertInvariants, NothingElseChanges) {
  const Program program = text::read_cfa(text, DataModel::LP64);
  const AssertedProgram made = assert_invariants(program, default_property(), {});
  EXPECT_EQ(text::cfa_text(made.program), text::cfa_text(program));
}

} // namespace
} // namespace tandem::transform::loops
