#include "transform/reduce/reduce.h"

#include "base/core/input_error.h"
#include "exchange/gia/gia_file.h"
#include "program/cwriter/c_writer.h"
#include "program/model/compile_for_test.h"
#include "program/text/cfa_reader.h"
#include "program/text/cfa_text.h"
#include "transform/reduce/program_size.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::transform::reduce {
namespace {

exchange::Gia gia(const std::string& lines) { return exchange::read_gia_text("tandem-gia 1\n" + lines + "end\n"); }

ReduceOptions unfold() { return {.method = ReduceMethod::Unfold}; }

std::string body(const Residual& residual, std::string_view function) {
  return text::cfa_text(*residual.program.find_function(function));
}

// The names of the original's edges that the residual program has, with repetitions.
std::string edges(const Residual& residual) {
  std::vector<std::string> names;
  for (const Edge* origin : residual.edge_origin)
    if (origin != nullptr) names.push_back(origin->name);
  std::ranges::sort(names);
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

// A program like that of Figure 2 of the REDUCER paper: both arms lead to one assertion.
constexpr std::string_view join = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
main: int main(void)
  var int x
  main@1:3   L0 -> L1  x = __VERIFIER_nondet_int()
  main@2:3+  L1 -> L2  [x > 5]
  main@2:3-  L1 -> L3  [!(x > 5)]
  main@3:5   L2 -> L4  x = x * x
  main@5:5   L3 -> L4  x = 25
  main@6:3+  L4 -> L6  [x > 24]
  main@6:3-  L4 -> L5  [!(x > 24)]
  main@7:5   L5 -> L6  reach_error()
  main@8:3   L6 -> exit  return 0
)";

TEST(ReduceTest, TheAssertionMovesIntoTheArmThatIsOpen) {
  const Program program = text::read_cfa(join, DataModel::LP64);
  const exchange::Gia condition = gia("state q0 initial\nstate q1\nstate done ut\n"
                                      "q0 -> q1 on main@1:3\nq1 -> done on main@2:3-\n");
  const Residual residual = reduce(program, condition, unfold());
  EXPECT_EQ(body(residual, "main"), "main: int main(void), entry L0, exit L7\n"
                                    "  main@1:3   L0 -> L1  x = __VERIFIER_nondet_int()\n"
                                    "  main@2:3+  L1 -> L2  [x > 5]\n"
                                    "  main@2:3-  L1 -> L6  [!(x > 5)]\n"
                                    "  main@3:5   L2 -> L3  x = x * x\n"
                                    "  main@6:3+  L3 -> L5  [x > 24]\n"
                                    "  main@6:3-  L3 -> L4  [!(x > 24)]\n"
                                    "  main@7:5   L4 -> L5  reach_error()\n"
                                    "  main@8:3   L5 -> L7  return 0\n");
  EXPECT_EQ(residual.method, ReduceMethod::Unfold);
  EXPECT_EQ(residual.statistics.locations_before, 8U);
  EXPECT_EQ(residual.statistics.locations, 8U);
}

TEST(ReduceTest, AVerifiedProgramIsEmpty) {
  const Program program = text::read_cfa(join, DataModel::LP64);
  for (const ReduceMethod method : {ReduceMethod::Unfold, ReduceMethod::Fold, ReduceMethod::Auto}) {
    const Residual residual = reduce(program, gia("state q0 initial ut\n"), {.method = method});
    EXPECT_EQ(edges(residual), "");
    EXPECT_TRUE(residual.program.entry().entry().out.empty());
  }
}

TEST(ReduceTest, NothingKnownMeansNothingRemoved) {
  const Program program = text::read_cfa(join, DataModel::LP64);
  for (const ReduceMethod method : {ReduceMethod::Identity, ReduceMethod::Unfold, ReduceMethod::Fold}) {
    const Residual residual = reduce(program, gia("state q0 initial\n"), {.method = method});
    EXPECT_EQ(text::cfa_text(residual.program), text::cfa_text(program));
    for (const Edge* edge : residual.program.edges()) EXPECT_EQ(residual.edge_origin[edge->id]->name, edge->name);
    for (const Location* location : residual.program.locations())
      EXPECT_EQ(residual.location_origin[location->id]->id, location->id);
  }
}

TEST(ReduceTest, AnAssumptionBecomesABranch) {
  const Program program = text::read_cfa(join, DataModel::LP64);
  const exchange::Gia condition = gia("state q0 initial\nstate done ut\nq0 -> done on main@1:3 if x < 0\n");
  const Residual residual = reduce(program, condition, unfold());
  const std::string text = body(residual, "main");
  EXPECT_NE(text.find("main@0:0+  L1 -> L2  [x < 0]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("main@0:0-  L1 -> L3  [!(x < 0)]\n"), std::string::npos) << text;
  EXPECT_EQ(edges(residual), "main@1:3 main@2:3+ main@2:3- main@3:5 main@5:5 main@6:3+ main@6:3- main@7:5 main@8:3");
}

TEST(ReduceTest, InvariantsBecomeBranchesToo) {
  const Program program = text::read_cfa(join, DataModel::LP64);
  const exchange::Gia condition = gia("state q0 initial\nstate q1 invariant x != 7\nstate done ut invariant x > 100\n"
                                      "q0 -> q1 on main@1:3\nq1 -> done on main@2:3+\n");
  const std::string text = body(reduce(program, condition, unfold()), "main");
  EXPECT_NE(text.find("[x != 7]"), std::string::npos) << text;
  EXPECT_NE(text.find("[x > 100]"), std::string::npos) << text;
}

TEST(ReduceTest, WhatIsNotSafelyEvaluableIsLeftOut) {
  const Program program = text::read_cfa(R"(
main: int main(void)
  var int x
  var int y
  main@1:3  L0 -> L1  x = 1
  main@2:3  L1 -> exit  return x
)",
                                         DataModel::LP64);
  // y is uninitialised, and the division traps for some values.
  for (const char* text : {"y == 0", "4 / x == 2"}) {
    const exchange::Gia condition =
        gia("state q0 initial\nstate done ut\nq0 -> done on main@1:3 if " + std::string(text) + "\n");
    const Residual residual = reduce(program, condition, unfold());
    EXPECT_EQ(residual.statistics.left_out, 1U) << text;
    EXPECT_EQ(text::cfa_text(residual.program), text::cfa_text(program));
  }
}

// A covered path keeps its edges up to the one that covers it, here the error call, which is removed.
TEST(ReduceTest, ReachedTargetsAreRemoved) {
  const Program program = text::read_cfa(join, DataModel::LP64);
  const exchange::Gia condition = gia("state q0 initial\nstate found rt\nq0 -> q0 on *\nq0 -> found on main@7:5\n");
  const Residual residual =
      reduce(program, condition, {.method = ReduceMethod::Unfold, .remove = exchange::Accept::Reached});
  EXPECT_EQ(edges(residual), "main@1:3 main@2:3+ main@2:3- main@3:5 main@5:5 main@6:3+ main@6:3- main@8:3");
  const Residual other = reduce(program, condition, unfold());
  EXPECT_EQ(text::cfa_text(other.program), text::cfa_text(program));
}

constexpr std::string_view calls = R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
sign: int sign(int n)
  sign@2:3+  L0 -> L1  [n > 0]
  sign@2:3-  L0 -> L2  [!(n > 0)]
  sign@3:3  L1 -> exit  return 1
  sign@4:3  L2 -> exit  return 0
main: int main(void)
  var int x
  main@6:3  L0 -> L1  x = __VERIFIER_nondet_int()
  main@8:5  L1 -> L2  x = sign(x)
  main@9:5  L2 -> L3  x = sign(x)
  main@10:5+  L3 -> L4  [x > 1]
  main@10:5-  L3 -> L5  [!(x > 1)]
  main@11:3  L4 -> L5  reach_error()
  main@12:3  L5 -> exit  return x
)";

TEST(ReduceTest, AFunctionReportsToItsCallerThroughWhichExitItLeft) {
  const Program program = text::read_cfa(calls, DataModel::LP64);
  // Everything is verified for executions on which the first call takes the second branch.
  const exchange::Gia condition = gia("state q0 initial\nstate q1\nstate done ut\n"
                                      "q0 -> q0 on main@6:3 main@8:5 sign@2:3-\n"
                                      "q0 -> q1 on sign@4:3\nq1 -> done on main@9:5\n");
  const Residual residual = reduce(program, condition, unfold());
  EXPECT_EQ(text::cfa_text(residual.program), "sign: int sign(int n), entry L0, exit L5\n"
                                              "  sign@2:3+   L0 -> L1  [n > 0]\n"
                                              "  sign@2:3-   L0 -> L3  [!(n > 0)]\n"
                                              "  sign@0:0    L1 -> L2  tandem_exit = 2\n"
                                              "  sign@3:3    L2 -> L5  return 1\n"
                                              "  sign@0:0#2  L3 -> L4  tandem_exit = 1\n"
                                              "  sign@4:3    L4 -> L5  return 0\n"
                                              "\n"
                                              "sign__1: int sign(int n), entry L6, exit L9\n"
                                              "  sign__1@2:3+  L6 -> L7  [n > 0]\n"
                                              "  sign__1@2:3-  L6 -> L8  [!(n > 0)]\n"
                                              "  sign__1@3:3   L7 -> L9  return 1\n"
                                              "  sign__1@4:3   L8 -> L9  return 0\n"
                                              "\n"
                                              "main: int main(void), entry L10, exit L18\n"
                                              "  main@6:3    L10 -> L11  x = __VERIFIER_nondet_int()\n"
                                              "  main@8:5    L11 -> L12  x = sign(x)\n"
                                              "  main@0:0+   L12 -> L13  [tandem_exit <= 1]\n"
                                              "  main@0:0-   L12 -> L14  [!(tandem_exit <= 1)]\n"
                                              "  main@9:5    L14 -> L15  x = sign(x)\n"
                                              "  main@10:5+  L15 -> L16  [x > 1]\n"
                                              "  main@10:5-  L15 -> L17  [!(x > 1)]\n"
                                              "  main@11:3   L16 -> L17  reach_error()\n"
                                              "  main@12:3   L17 -> L18  return x\n");
  const Function& clone = *residual.program.find_function("sign__1");
  EXPECT_EQ(residual.function_origin[clone.id()], program.find_function("sign"));
  EXPECT_EQ(compile_errors(cwriter::write_c(residual.program).text, DataModel::LP64), "");
}

TEST(ReduceTest, FoldingEverywhereClonesNothing) {
  const Program program = text::read_cfa(calls, DataModel::LP64);
  const exchange::Gia condition = gia("state q0 initial\nstate done ut\n"
                                      "q0 -> q0 on main@6:3 main@8:5\nq0 -> done on sign@2:3- main@9:5\n");
  const Residual residual = reduce(program, condition, {.method = ReduceMethod::Fold, .fold_at = FoldAt::Everywhere});
  EXPECT_EQ(text::cfa_text(residual.program), text::cfa_text(program)) << "the second call takes both branches";
}

TEST(ReduceTest, RecursionNeedsNoBound) {
  const Program program = text::read_cfa(R"(
void reach_error(void)
down: int down(int n)
  down@1:3+  L0 -> L1  [n > 0]
  down@1:3-  L0 -> L2  [!(n > 0)]
  down@2:3  L1 -> L3  n = down(n - 1)
  down@3:3  L2 -> exit  return 7
  down@4:3  L3 -> exit  return n
main: int main(void)
  var int x
  main@6:3  L0 -> L1  x = down(x)
  main@7:3  L1 -> exit  return x
)",
                                         DataModel::LP64);
  // Executions that call deeper than twice are removed.
  const exchange::Gia condition = gia("state q0 initial\nstate q1\nstate q2\nstate done ut\n"
                                      "q0 -> q0 on main@6:3\nq0 -> q1 on down@1:3+\nq1 -> q1 on down@2:3\n"
                                      "q1 -> q2 on down@1:3+\nq2 -> q2 on down@2:3\nq2 -> done on down@1:3+\n");
  const Residual residual = reduce(program, condition, unfold());
  EXPECT_EQ(residual.statistics.functions, 4U) << text::cfa_text(residual.program);
  EXPECT_EQ(compile_errors(cwriter::write_c(residual.program).text, DataModel::ILP32), "");
}

TEST(ReduceTest, NothingIsRemovedBehindCallsThroughPointers) {
  const Program program = text::read_cfa(R"(
one: int one(void)
  one@1:3  L0 -> exit  return 1
int (*table)(void) = one
main: int main(void)
  var int x
  main@3:3  L0 -> L1  x = table()
  main@4:3  L1 -> exit  return x
)",
                                         DataModel::LP64);
  const exchange::Gia condition = gia("state q0 initial\nstate done ut\nq0 -> q0 on *\nq0 -> done on main@4:3\n");
  const Residual residual = reduce(program, condition, unfold());
  EXPECT_EQ(text::cfa_text(residual.program), text::cfa_text(program));
  // The residual program's table points to the residual program's function.
  ASSERT_EQ(residual.program.globals().size(), 1U);
  const Variable& table = *residual.program.globals()[0];
  EXPECT_EQ(&table.initializers.at(0).value->function(), residual.program.find_function("one"));
  EXPECT_EQ(residual.variable_origin.at(&table), program.globals()[0]);
}

TEST(ReduceTest, NothingIsRemovedBehindLibraryFunctionsThatCallBack) {
  const auto program = [](const std::string& callee) {
    return text::read_cfa("void " + callee + "(void)\n" +
                              "main: int main(void)\n"
                              "  main@3:3  L0 -> L1  " +
                              callee + "()\n  main@4:3  L1 -> exit  return 0\n",
                          DataModel::LP64);
  };
  const exchange::Gia condition = gia("state q0 initial\nstate done ut\nq0 -> q0 on *\nq0 -> done on main@4:3\n");
  EXPECT_EQ(edges(reduce(program("atexit"), condition, unfold())), "main@3:3 main@4:3");
  EXPECT_EQ(edges(reduce(program("unknown"), condition, unfold())), "main@3:3");
}

TEST(ReduceTest, ErrorFunctionsKeepTheirNameAndBody) {
  const Program program = text::read_cfa(R"(
void abort(void)
reach_error: void reach_error(void)
  reach_error@1:3  L0 -> exit  return
main: int main(void)
  main@3:3  L0 -> L1  reach_error()
  main@4:3  L1 -> L2  reach_error()
  main@5:3  L2 -> exit  return 0
)",
                                         DataModel::LP64);
  const exchange::Gia condition = gia("state q0 initial\nstate done ut\nq0 -> q0 on *\nq0 -> done on main@5:3\n");
  EXPECT_EQ(text::cfa_text(reduce(program, condition, unfold()).program), text::cfa_text(program));
  ReduceOptions options = unfold();
  options.intact = {};
  const Residual residual = reduce(program, condition, options);
  EXPECT_EQ(edges(residual), "main@3:3 main@4:3 reach_error@1:3");
}

TEST(ReduceTest, OnlyPathsToCandidatesAreKeptOnRequest) {
  const Program program = text::read_cfa(join, DataModel::LP64);
  const exchange::Gia condition = gia("state q0 initial\nstate look cand\n"
                                      "q0 -> q0 on main@1:3\nq0 -> look on main@2:3+\n");
  ReduceOptions options = unfold();
  EXPECT_EQ(text::cfa_text(reduce(program, condition, options).program), text::cfa_text(program));
  options.keep = Keep::Candidates;
  EXPECT_EQ(edges(reduce(program, condition, options)),
            "main@1:3 main@2:3+ main@2:3- main@3:5 main@6:3+ main@6:3- main@7:5 main@8:3");
}

TEST(ReduceTest, TheVerifiedPartIsAProgramToo) {
  const Program program = text::read_cfa(join, DataModel::LP64);
  const exchange::Gia condition = gia("state q0 initial\nstate done ut\n"
                                      "q0 -> q0 on main@1:3\nq0 -> done on main@2:3-\n");
  const Residual residual = reduce(program, condition, {.method = ReduceMethod::Unfold, .keep = Keep::Verified});
  EXPECT_EQ(edges(residual), "main@1:3 main@2:3+ main@2:3- main@5:5 main@6:3+ main@6:3- main@7:5 main@8:3");
}

constexpr std::string_view loop = R"(
void reach_error(void)
main: int main(void)
  var int i
  main@1:3   L0 -> L1  i = 0
  main@2:3+  L1 -> L2  [i < 10]
  main@2:3-  L1 -> L3  [!(i < 10)]
  main@3:5   L2 -> L1  i = i + 1
  main@4:3   L3 -> L4  reach_error()
  main@5:3   L4 -> exit  return i
)";

// Leaving the loop is verified: always within the first three iterations, later if i > 10.
exchange::Gia three_iterations() {
  std::string text = "state q0 initial\nstate q1\nstate q2\nstate q3\nstate done ut\n";
  for (const char* step : {"q0 -> q1", "q1 -> q2", "q2 -> q3", "q3 -> q3"})
    text += step + std::string(" on main@2:3+\n");
  for (const char* state : {"q0", "q1", "q2", "q3"}) {
    const std::string name = state;
    text += name + " -> " + name + " on main@1:3 main@3:5\n" + name + " -> done on main@2:3-" +
            (name == "q3" ? " if i > 10" : "") + "\n";
  }
  return gia(text);
}

TEST(ReduceTest, FoldsAreSmallerThanUnfoldings) {
  const Program program = text::read_cfa(loop, DataModel::LP64);
  const auto size = [&](const ReduceOptions& options) {
    return reduce(program, three_iterations(), options).statistics.locations;
  };
  const std::size_t unfolded = size(unfold());
  const std::size_t after_two = size({.method = ReduceMethod::Fold, .fold_iterations = 2});
  const std::size_t at_heads = size({.method = ReduceMethod::Fold});
  EXPECT_GT(unfolded, after_two);
  EXPECT_GT(after_two, at_heads);
  EXPECT_GE(at_heads, size({.method = ReduceMethod::Fold, .fold_at = FoldAt::Everywhere}));
}

TEST(ReduceTest, TheChoiceIsExplained) {
  const Program program = text::read_cfa(loop, DataModel::LP64);
  const Residual residual = reduce(program, three_iterations());
  EXPECT_EQ(residual.method, ReduceMethod::Fold) << residual.remark;
  EXPECT_LE(residual.statistics.locations, 2 * residual.statistics.locations_before);
  EXPECT_NE(residual.remark.find("unfolded gives"), std::string::npos) << residual.remark;
  const Residual small = reduce(program, three_iterations(), {.node_limit = 3});
  EXPECT_EQ(small.method, ReduceMethod::Identity);
  EXPECT_NE(small.remark.find("more than 3 locations"), std::string::npos) << small.remark;
  EXPECT_THROW(reduce(program, three_iterations(), {.method = ReduceMethod::Unfold, .node_limit = 3}), InputError);
}

TEST(ReduceTest, NamesOfClonesAreNew) {
  const Program program = text::read_cfa(R"(
sign: int sign(int n)
  sign@1:3  L0 -> exit  return n
main: int main(void)
  var int sign__1
  var int tandem_exit
  main@3:3  L0 -> L1  sign__1 = sign(1)
  main@4:3  L1 -> L2  tandem_exit = sign(2)
  main@5:3  L2 -> exit  return sign__1
)",
                                         DataModel::LP64);
  const exchange::Gia condition = gia("state q0 initial\nstate q1\nstate done ut\nq0 -> q0 on *\nq0 -> q1 on main@4:3\n"
                                      "q1 -> q1 on sign@1:3\nq1 -> done on main@5:3 if sign__1 > 3\n");
  const Residual residual = reduce(program, condition, unfold());
  EXPECT_NE(residual.program.find_function("sign__2"), nullptr) << text::cfa_text(residual.program);
  EXPECT_EQ(compile_errors(cwriter::write_c(residual.program).text, DataModel::LP64), "");
}

TEST(ReduceTest, AnAutomatonForAnotherProgramIsRefused) {
  const Program program = text::read_cfa(join, DataModel::LP64);
  EXPECT_THROW(reduce(program, gia("state q0 initial\nstate done ut\nq0 -> done on main@99:1\n")), InputError);
}

TEST(ProgramSizeTest, CountsWhatIsCalled) {
  const Program program = text::read_cfa(R"(
void reach_error(void)
unused: void unused(void)
  U0 -> U0  [1]
  U0 -> exit  [!1]
main: int main(void)
  var int x
  L0 -> L1  [x < 3]
  L0 -> L2  [!(x < 3)]
  L1 -> L0  x = x + 1
  L2 -> exit  return 0
)",
                                         DataModel::LP64);
  const ProgramSize size = size_of(program);
  EXPECT_EQ(size.edges, 4u);
  EXPECT_EQ(size.branches, 1u);
  EXPECT_EQ(size.loops, 1u);
}

// More loops or decisions cost a tool more than it gains by fewer edges.
TEST(ProgramSizeTest, UnfoldedPathsAreNotEasier) {
  const ProgramSize original{.edges = 100, .branches = 10, .loops = 2};
  EXPECT_FALSE(is_predicted_easier(original, original));
  EXPECT_FALSE(is_predicted_easier({.edges = 50, .branches = 8, .loops = 3}, original));
  EXPECT_FALSE(is_predicted_easier({.edges = 50, .branches = 12, .loops = 2}, original));
  EXPECT_FALSE(is_predicted_easier({.edges = 95, .branches = 10, .loops = 2}, original));
  EXPECT_TRUE(is_predicted_easier({.edges = 99, .branches = 10, .loops = 1}, original));
  EXPECT_TRUE(is_predicted_easier({.edges = 60, .branches = 9, .loops = 2}, original));
}

} // namespace
} // namespace tandem::transform::reduce
