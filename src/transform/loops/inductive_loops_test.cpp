#include "transform/loops/inductive_loops.h"

#include "program/graph/loops.h"
#include "program/text/cfa_reader.h"
#include "program/text/cfa_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::transform::loops {
namespace {

// A loop whose body is `operation`, followed by an error.
Program loop_program(const std::string& declarations, const std::string& operation) {
  return text::read_cfa(R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
void* malloc(unsigned long n)
int g
int* h
struct pair { int u; int v[20]; }
struct pair s
set: void set(int* q, int n)
  set@1:3+  L0 -> L1  [n > 0]
  set@1:3-  L0 -> L2  [!(n > 0)]
  set@2:3   L1 -> L3  *q = n
  set@3:3   L3 -> L0  n = n - 1
  set@4:3   L2 -> exit  return
main: int main(void)
  var int x
)" + declarations + R"(
  main@0:3   L0 -> L6  h = malloc(4)
  main@1:3   L6 -> L1  x = 0
  main@2:3+  L1 -> L2  [x < 1000]
  main@2:3-  L1 -> L3  [!(x < 1000)]
  main@3:3   L2 -> L4  )" + operation +
                            R"(
  main@4:3   L4 -> L1  x = x + 1
  main@5:3   L3 -> L5  reach_error()
  main@6:3   L5 -> exit  return 0
)",
                        DataModel::LP64);
}

bool has_loop(const Program& program, std::string_view function) {
  const Function* found = program.find_function(function);
  return found != nullptr && !graph::LoopForest(*found).loops().empty();
}

// What is havocked before a later iteration.
std::string given_any_value(const reduce::Residual& open, std::string_view function) {
  std::string text;
  for (const Edge* edge : open.program.find_function(function)->edges())
    if (edge->op.kind == OpKind::Nondet && open.edge_origin[edge->id] == nullptr)
      text += text::operation_text(edge->op) + "; ";
  return text;
}

std::size_t copies(const reduce::Residual& open, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::count_if(
      open.edge_origin, [&](const Edge* origin) { return origin != nullptr && origin->name == name; }));
}

TEST(InductiveLoopsTest, ThreeIterationsReplaceTheLoop) {
  const Program program = loop_program("", "g = g + x");
  const auto open = make_loops_inductive(program, default_property());
  ASSERT_TRUE(open);
  EXPECT_FALSE(has_loop(open->program, "main"));
  EXPECT_EQ(copies(*open, "main@3:3"), 3U);
  EXPECT_EQ(copies(*open, "main@5:3"), 1U); // code after the loop is not copied
  EXPECT_EQ(given_any_value(*open, "main"),
            "tandem_choice__1 = __VERIFIER_nondet_int(); g = __VERIFIER_nondet_int(); x = __VERIFIER_nondet_int(); ");
  const auto for_testers =
      make_loops_inductive(program, default_property(), {.later_iterations = LaterIterations::AfterHavoc});
  ASSERT_TRUE(for_testers);
  EXPECT_EQ(copies(*for_testers, "main@3:3"), 2U);
}

TEST(InductiveLoopsTest, UnmodifiedFieldsOfRecordsKeepTheirValues) {
  const auto open = make_loops_inductive(loop_program("", "s.u = x"), default_property());
  ASSERT_TRUE(open);
  EXPECT_EQ(given_any_value(*open, "main"),
            "tandem_choice__1 = __VERIFIER_nondet_int(); s.u = __VERIFIER_nondet_int(); x = __VERIFIER_nondet_int(); ");
}

TEST(InductiveLoopsTest, ArraysAreHavockedAsAWhole) {
  const Program program = loop_program("", "s.v[x & 7] = x");
  const auto open = make_loops_inductive(program, default_property());
  ASSERT_TRUE(open);
  EXPECT_FALSE(has_loop(open->program, "main"));
  EXPECT_NE(given_any_value(*open, "main").find("s.v = "), std::string::npos) << given_any_value(*open, "main");
  const auto other = make_loops_inductive(program, default_property(), {.aggregates = Aggregates::Stay});
  ASSERT_TRUE(other);
  EXPECT_TRUE(has_loop(other->program, "main"));
}

TEST(InductiveLoopsTest, ModificationsByCalleesCount) {
  const auto open = make_loops_inductive(loop_program("", "set(&g, x)"), default_property());
  ASSERT_TRUE(open);
  EXPECT_FALSE(has_loop(open->program, "main"));
  EXPECT_NE(given_any_value(*open, "main").find("; g = "), std::string::npos);
  EXPECT_FALSE(has_loop(open->program, "set"));
  EXPECT_NE(given_any_value(*open, "set").find("; g = "), std::string::npos);
}

// The callee cannot name the caller's variable.
TEST(InductiveLoopsTest, LoopsThatModifyVariablesOfCallersAreKept) {
  const auto open = make_loops_inductive(loop_program("  var int y\n", "set(&y, x)"), default_property());
  ASSERT_TRUE(open);
  EXPECT_FALSE(has_loop(open->program, "main"));
  EXPECT_NE(given_any_value(*open, "main").find("y = "), std::string::npos);
  EXPECT_TRUE(has_loop(open->program, "set"));
}

TEST(InductiveLoopsTest, LoopsThatModifyPointersOrTheHeapAreKept) {
  for (const char* operation : {"p = &g", "*h = x"}) {
    const auto open = make_loops_inductive(loop_program("  var int* p\n", operation), default_property());
    ASSERT_TRUE(open);
    EXPECT_TRUE(has_loop(open->program, "main")) << operation;
    EXPECT_FALSE(has_loop(open->program, "set")); // which modifies only its parameter, since it is never called
  }
}

TEST(InductiveLoopsTest, InvariantsAreAssumedAtTheHead) {
  const Program program = loop_program("", "g = g + x");
  const Location& head = *program.find_edge("main@2:3+")->from;
  const Expr& known = *program.find_edge("main@2:3+")->op.value;
  const std::vector<exchange::LocationInvariant> invariants{{&head, &known}};
  const auto open = make_loops_inductive(program, default_property(), {.invariants = invariants});
  ASSERT_TRUE(open);
  const auto is_assumed = [&](const Edge* edge) {
    return edge->op.kind == OpKind::Assume && edge->from->out.size() == 1 && edge->op.value == &known;
  };
  EXPECT_EQ(std::ranges::count_if(open->program.edges(), is_assumed), 1);
}

// A slice may contain the record or the variable without its assignments.
TEST(InductiveLoopsTest, InvariantsAboutWhatASliceMayLackAreNotAssumed) {
  for (const char* operation : {"s.u = x", "g = 1", "set(&g, x)"}) {
    const Program program = loop_program("", operation);
    const Location& head = *program.find_edge("main@2:3+")->from;
    Context& context = program.context();
    const auto variable = [&](std::string_view name) -> const Expr& {
      return context.variable(**std::ranges::find(program.globals(), name, &Variable::name));
    };
    const Expr& known = operation[0] == 's' && operation[1] == '.' ? context.field(variable("s"), 0) : variable("g");
    const std::vector<exchange::LocationInvariant> invariants{{&head, &known}};
    const auto open = make_loops_inductive(program, default_property(), {.invariants = invariants});
    ASSERT_TRUE(open);
    const auto is_asked = [&](const Edge* edge) { return edge->op.value == &known; };
    EXPECT_TRUE(std::ranges::none_of(open->program.edges(), is_asked)) << operation;
  }
}

} // namespace
} // namespace tandem::transform::loops
