#include "exchange/gia/run_gia.h"

#include "program/cexpr/c_expr.h"
#include "program/text/cfa_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::exchange {
namespace {

constexpr std::string_view text = R"(
int limit = 10
void reach_error(void)
int __VERIFIER_nondet_int(void)
twice: int twice(int n)
  twice@2:3  L0 -> exit  return n + n
main: int main(void)
  var int x
  var int (*call)(int)
  main@6:3  L0 -> L1  x = __VERIFIER_nondet_int()
  main@7:7+  L1 -> L2  [x < limit]
  main@7:7-  L1 -> L3  [!(x < limit)]
  main@8:5  L2 -> L4  x = twice(x)
  main@9:5  L3 -> L4  x = call(x)
  main@10:3  L4 -> L5  reach_error()
  main@11:3  L5 -> exit  return x
)";

class RunGiaTest : public testing::Test {
protected:
  const Edge& edge(std::string_view name) const { return *program.find_edge(name); }

  GiaPath path(std::vector<std::string_view> names,
               std::vector<std::pair<std::size_t, std::string>> truths = {}) const {
    GiaPath result;
    for (const std::string_view name : names) result.edges.push_back(program.find_edge(name));
    result.holds = [truths = std::move(truths)](std::size_t step, const Expr& condition) {
      return std::ranges::find(truths, std::pair(step, cexpr::c_text(condition))) != truths.end();
    };
    return result;
  }

  void expect_refused(GiaBuilder builder, const std::string& part) {
    const Gia gia = std::move(builder).finish();
    try {
      RunGia(program, gia);
      ADD_FAILURE() << "accepted, but " << part << " was expected";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  }

  const Program program = text::read_cfa(text, DataModel::LP64);
};

TEST_F(RunGiaTest, ExecutionsGoIntoBodiesAndAlongEverythingElse) {
  EXPECT_EQ(&location_after(edge("main@8:5")), &program.find_function("twice")->entry());
  EXPECT_EQ(&location_after(edge("twice@2:3")), &program.find_function("twice")->exit());
  EXPECT_EQ(&location_after(edge("main@10:3")), edge("main@10:3").to);
  EXPECT_EQ(&location_after(edge("main@7:7+")), edge("main@7:7+").to);
}

TEST_F(RunGiaTest, StepsAreThoseOfTheEdge) {
  GiaBuilder builder({});
  const StateId start = builder.add_state(Accept::Nothing);
  const StateId low = builder.add_state(Accept::Nothing, "low", builder.text("n < 10"));
  const StateId done = builder.add_state(Accept::Unreachable);
  const LabelId branches = builder.label({builder.edge_name("main@7:7-"), builder.edge_name("main@7:7+")});
  builder.add_transition(start, builder.label("main@8:5"), low, builder.text("n > 0"));
  builder.add_transition(start, branches, done);
  builder.add_transition(low, Gia::any, done);
  const Gia gia = std::move(builder).finish();
  RunGia run(program, gia);
  for (int trial = 0; trial < 2; ++trial) { // the second time from the cache
    ASSERT_EQ(run.transitions(start, edge("main@8:5")).size(), 1u);
    const RunGia::BoundTransition step = run.transitions(start, edge("main@8:5")).front();
    EXPECT_EQ(cexpr::c_text(*step.assumption), "n > 0");
    EXPECT_EQ(&step.assumption->operand(0).variable(), program.find_function("twice")->parameters()[0]);
    EXPECT_EQ(cexpr::c_text(*step.invariant), "n < 10");
    EXPECT_EQ(step.target, low);
    for (const std::string_view branch : {"main@7:7-", "main@7:7+"}) {
      ASSERT_EQ(run.transitions(start, edge(branch)).size(), 1u);
      EXPECT_EQ(run.transitions(start, edge(branch)).front().target, done);
      EXPECT_EQ(run.transitions(start, edge(branch)).front().assumption, nullptr);
    }
    EXPECT_TRUE(run.transitions(start, edge("main@6:3")).empty());
    EXPECT_EQ(run.transitions(low, edge("main@11:3")).size(), 1u);
  }
}

TEST_F(RunGiaTest, AnswersStayValidWhileTheCacheGrows) {
  GiaBuilder builder({});
  for (StateId i = 0; i < 3000; ++i) builder.add_state(Accept::Nothing);
  for (StateId i = 0; i + 1 < 3000; ++i) builder.add_transition(i, builder.label("main@6:3"), i + 1);
  const Gia gia = std::move(builder).finish();
  RunGia run(program, gia);
  const std::vector<RunGia::BoundTransition>* const first = &run.transitions(0, edge("main@6:3"));
  for (StateId i = 0; i + 1 < 3000; ++i) ASSERT_EQ(run.transitions(i, edge("main@6:3")).front().target, i + 1);
  for (StateId i = 0; i + 1 < 3000; ++i) ASSERT_EQ(run.transitions(i, edge("main@6:3")).front().target, i + 1);
  EXPECT_EQ(first, &run.transitions(0, edge("main@6:3")));
}

TEST_F(RunGiaTest, AHubAnswersForEveryEdge) {
  GiaBuilder builder({});
  const StateId hub = builder.add_state(Accept::Nothing);
  for (const Edge* each : program.edges())
    builder.add_transition(hub, builder.label(each->name), builder.add_state(Accept::Nothing));
  const Gia gia = std::move(builder).finish();
  ASSERT_GT(gia.out(hub).size(), 7u);
  RunGia run(program, gia);
  for (const Edge* each : program.edges()) {
    ASSERT_EQ(run.transitions(hub, *each).size(), 1u);
    EXPECT_EQ(run.transitions(hub, *each).front().target, each->id + 1);
    EXPECT_TRUE(run.transitions(1, *each).empty());
  }
}

// A condition of * can hold only where it has a meaning: x is not visible in twice.
TEST_F(RunGiaTest, ConditionsAfterAnyEdge) {
  GiaBuilder builder({});
  const StateId start = builder.add_state(Accept::Nothing);
  builder.add_transition(start, Gia::any, start, builder.text("x == 1"));
  const Gia gia = std::move(builder).finish();
  RunGia run(program, gia);
  EXPECT_TRUE(run.transitions(start, edge("twice@2:3")).empty());
  EXPECT_EQ(run.transitions(start, edge("main@6:3")).size(), 1u);

  GiaBuilder nowhere({});
  nowhere.add_transition(nowhere.add_state(Accept::Nothing), Gia::any, 0, nowhere.text("y == 1"));
  expect_refused(std::move(nowhere), "y");
}

TEST_F(RunGiaTest, AfterAnIndirectCallOnlyGlobalsHaveNames) {
  GiaBuilder builder({});
  const StateId start = builder.add_state(Accept::Nothing);
  builder.add_transition(start, builder.label("main@9:5"), start, builder.text("limit == 10"));
  const Gia gia = std::move(builder).finish();
  RunGia run(program, gia);
  EXPECT_EQ(cexpr::c_text(*run.transitions(start, edge("main@9:5")).front().assumption), "limit == 10");

  GiaBuilder local({});
  local.add_transition(local.add_state(Accept::Nothing), local.label("main@9:5"), 0, local.text("x == 1"));
  expect_refused(std::move(local), "x");
}

TEST_F(RunGiaTest, WhatTheProgramDoesNotHaveIsRefused) {
  GiaBuilder edge({});
  edge.add_transition(edge.add_state(Accept::Nothing), edge.label("main@1:1"), 0);
  expect_refused(std::move(edge), "no edge 'main@1:1'");

  GiaBuilder assumption({});
  const LabelId both = assumption.label({assumption.edge_name("main@6:3"), assumption.edge_name("twice@2:3")});
  assumption.add_transition(assumption.add_state(Accept::Nothing, "here"), both, 0, assumption.text("x > 0"));
  expect_refused(std::move(assumption), "here -> here: the assumption 'x > 0'");

  GiaBuilder invariant({});
  invariant.add_state(Accept::Nothing);
  const StateId next = invariant.add_state(Accept::Nothing, "next", invariant.text("x >"));
  invariant.add_transition(0, invariant.label("main@6:3"), next);
  expect_refused(std::move(invariant), "'x >'");

  GiaBuilder initial({});
  initial.add_state(Accept::Nothing, "q0", initial.text("limit == 10"));
  expect_refused(std::move(initial), "initial state q0 has an invariant");
}

TEST_F(RunGiaTest, APathIsCoveredByARunOnAPrefix) {
  GiaBuilder builder({});
  const StateId start = builder.add_state(Accept::Nothing), read = builder.add_state(Accept::Nothing);
  const StateId ut = builder.add_state(Accept::Unreachable), rt = builder.add_state(Accept::Reached);
  const StateId cand = builder.add_state(Accept::Candidate, "cand", builder.text("limit == 10"));
  builder.add_transition(start, builder.label("main@6:3"), read);
  builder.add_transition(start, builder.label("main@6:3"), rt, builder.text("x == 3"));
  builder.add_transition(read, builder.label("main@7:7-"), ut);
  builder.add_transition(read, builder.label("main@7:7+"), cand);
  builder.add_transition(cand, builder.label("main@8:5"), ut, builder.text("n == 4"));
  const Gia gia = std::move(builder).finish();
  RunGia run(program, gia);

  EXPECT_EQ(covers(run, path({})), Coverage{});
  EXPECT_EQ(covers(run, path({"main@6:3"})), Coverage{});
  EXPECT_EQ(covers(run, path({"main@6:3", "main@7:7-"})), Coverage{.ut = true});
  EXPECT_EQ(covers(run, path({"main@6:3", "main@7:7-", "main@9:5", "main@10:3"})), Coverage{.ut = true});
  EXPECT_EQ(covers(run, path({"main@7:7-"})), Coverage{});
  EXPECT_EQ(covers(run, path({"main@6:3", "main@7:7+"})), Coverage{});
  const std::pair low(std::size_t{2}, std::string("limit == 10"));
  EXPECT_EQ(covers(run, path({"main@6:3", "main@7:7+", "main@8:5"}, {low})), Coverage{.cand = true});
  EXPECT_EQ(covers(run, path({"main@6:3", "main@7:7+", "main@8:5"}, {low, {3, "n == 4"}})),
            (Coverage{.ut = true, .cand = true}));
  EXPECT_EQ(covers(run, path({"main@6:3", "main@7:7+", "main@8:5"}, {{3, "n == 4"}})), Coverage{});
  EXPECT_EQ(covers(run, path({"main@6:3", "main@7:7+"}, {{1, "x == 3"}, low})), (Coverage{.rt = true, .cand = true}));
  EXPECT_EQ(covers(run, path({"main@6:3", "main@7:7+"}, {{2, "x == 3"}})), Coverage{});
}

// The loop at a candidate changes nothing for coverage; it does not let a run leave later.
TEST_F(RunGiaTest, CandidatesAreLeftAtOnceOrNever) {
  GiaBuilder builder({});
  const StateId cand = builder.add_state(Accept::Candidate), ut = builder.add_state(Accept::Unreachable);
  builder.add_transition(cand, builder.label("main@7:7+"), ut);
  const Gia gia = std::move(builder).finish();
  RunGia run(program, gia);
  EXPECT_EQ(covers(run, path({})), Coverage{.cand = true});
  EXPECT_EQ(covers(run, path({"main@6:3", "main@7:7+"})), Coverage{.cand = true});
}

} // namespace
} // namespace tandem::exchange
