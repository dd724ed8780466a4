#include "program/pointers/call_graph.h"

#include "program/pointers/alias.h"
#include "program/text/cfa_reader.h"

#include <gtest/gtest.h>

namespace tandem::pointers {
namespace {

constexpr std::string_view text = R"(
void reach_error(void)
void register_callback(void (*f)(void))
even: int even(int n)
  var int r
  L0 -> L1  r = odd(n - 1)
  L1 -> exit  return r
odd: int odd(int n)
  var int r
  L0 -> L1  r = even(n - 1)
  L1 -> exit  return r
called_back: void called_back(void)
  L0 -> L1  reach_error()
  L1 -> exit  return
lost: int lost(int n)
  L0 -> exit  return n
two: int two(int a, int b)
  L0 -> exit  return a
real: int real(float x)
  L0 -> exit  return 1
main: int main(void)
  var int r
  var int (*f)(int)
  var int (*g)(int, int)
  var int (*h)(float)
  L0 -> L1  f = &even
  L1 -> L2  g = &two
  L2 -> L3  h = &real
  L3 -> L4  r = f(3)
  L4 -> L5  register_callback(&called_back)
  L5 -> exit  return r
)";

std::vector<std::string> names(std::span<const Function* const> functions) {
  std::vector<std::string> result;
  for (const Function* function : functions) result.push_back(function->name());
  return result;
}

class CallGraphTest : public testing::Test {
protected:
  const Edge& call_in_main(std::size_t index) const {
    for (const Edge* edge : program.entry().edges())
      if (edge->op.kind == OpKind::Call && index-- == 0) return *edge;
    throw std::out_of_range("no such call");
  }
  const Function& function(const char* name) const { return *program.find_function(name); }

  const Program program = text::read_cfa(text, DataModel::LP64);
};

TEST_F(CallGraphTest, ByTypeEveryFunctionThatFitsIsCalled) {
  const CallGraph graph(program);
  EXPECT_EQ(names(graph.callees(call_in_main(0))), std::vector<std::string>{"even"});
  EXPECT_TRUE(graph.is_reachable(function("odd")));
  EXPECT_TRUE(graph.is_reachable(function("called_back"))) << "by the function that has no body";
  EXPECT_TRUE(graph.is_reachable(function("reach_error")));
  EXPECT_FALSE(graph.is_reachable(function("lost")));
  EXPECT_TRUE(graph.is_recursive(function("even")));
  EXPECT_FALSE(graph.is_recursive(function("called_back")));
  EXPECT_EQ(graph.calls_of(function("even")).size(), 2u);
  EXPECT_EQ(graph.calls_in(program.entry()).size(), 2u);
}

TEST_F(CallGraphTest, ByAliasesOnlyWhatThePointerHolds) {
  const AliasPartition aliases(program);
  const CallGraph graph(program, aliases);
  EXPECT_EQ(names(graph.callees(call_in_main(0))), std::vector<std::string>{"even"});
  EXPECT_TRUE(graph.is_reachable(function("called_back")));
  EXPECT_FALSE(graph.is_reachable(function("two")));
  const AliasPartition in_competition(program, UndefinedFunctions::HaveNoEffect);
  EXPECT_FALSE(CallGraph(program, in_competition).is_reachable(function("called_back")));
}

TEST_F(CallGraphTest, BottomUpListsCalleesFirst) {
  const auto order = names(CallGraph(program).bottom_up());
  const auto position = [&order](const char* name) {
    return std::find(order.begin(), order.end(), name) - order.begin();
  };
  EXPECT_LT(position("reach_error"), position("called_back"));
  EXPECT_LT(position("even"), position("main"));
  EXPECT_EQ(std::abs(position("even") - position("odd")), 1);
}

TEST_F(CallGraphTest, TypesFitByNumberAndClassOfArguments) {
  EXPECT_TRUE(may_be_called_as(function("even"), function("odd").type()));
  EXPECT_FALSE(may_be_called_as(function("even"), function("two").type()));
  EXPECT_FALSE(may_be_called_as(function("even"), function("real").type()));
  const Type& old_style = program.context().types().function(program.context().types().int_type(), {}, false, false);
  EXPECT_TRUE(may_be_called_as(function("two"), old_style));
}

} // namespace
} // namespace tandem::pointers
