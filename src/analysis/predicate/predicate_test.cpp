#include "analysis/predicate/predicate.h"

#include "analysis/confirm/confirm.h"
#include "program/cexpr/c_expr.h"
#include "program/text/cfa_reader.h"
#include "task/monitors.h"

#include <gtest/gtest.h>

#include <set>

namespace tandem::analysis::predicate {
namespace {

task::Outcome verify(const Program& program, PredicateOptions options = {}) {
  const confirm::Confirm replay = [](const Program& of, task::Counterexample found) {
    confirm::ConfirmOptions settings;
    settings.compiled_check = confirm::CompiledCheck::Skip;
    return confirm::confirm(of, std::move(found), settings);
  };
  task::SilentMonitor monitor;
  return make_predicate(options, replay)->run({.program = program, .property = default_property()}, monitor);
}

// The outcome without what points into the program.
task::Outcome verify(std::string_view text, PredicateOptions options = {}) {
  task::Outcome outcome = verify(text::read_cfa(text, DataModel::LP64), options);
  outcome.invariants.clear();
  return outcome;
}

constexpr std::string_view counters = R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
main: int main(void), entry L0, exit L9
  var int a
  var int i
  var int n
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  a = 0
  L2 -> L3  i = 0
  L3 -> L4  [i < n]
  L3 -> L6  [!(i < n)]
  L4 -> L5  a = a + STEP
  L5 -> L3  i = i + 1
  L6 -> L7  [a != 2 * i]
  L6 -> L8  [!(a != 2 * i)]
  L7 -> L8  reach_error()
  L8 -> L9  return 0
)";

std::string with(std::string_view text, std::string_view word, std::string_view value) {
  std::string result(text);
  for (auto at = result.find(word); at != std::string::npos; at = result.find(word))
    result.replace(at, word.size(), value);
  return result;
}

TEST(PredicateAnalysis, FindsAnInductiveRelation) {
  const task::Outcome outcome = verify(with(counters, "STEP", "2"));
  EXPECT_EQ(outcome.verdict, task::Verdict::True) << outcome.reason;
  EXPECT_GT(outcome.statistics.at("predicates"), 0);
}

TEST(PredicateAnalysis, ConfirmsAnErrorBehindTheLoop) {
  const task::Outcome outcome = verify(with(counters, "STEP", "3"));
  ASSERT_EQ(outcome.verdict, task::Verdict::False) << outcome.reason;
  EXPECT_EQ(outcome.counterexample->confirmed, task::Confirmation::Interpreter);
  EXPECT_EQ(outcome.counterexample->inputs.size(), 1u);
}

// Both arms meet before the error; only one of them leads to it.
constexpr std::string_view arms = R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
main: int main(void), entry L0, exit L9
  var int a
  var int x
  main@1:1 L0 -> L1  a = __VERIFIER_nondet_int()
  main@2:1+ L1 -> L2  [a > 0]
  main@2:1- L1 -> L3  [!(a > 0)]
  main@3:1 L2 -> L4  x = FIRST
  main@4:1 L3 -> L4  x = 2
  main@5:1+ L4 -> L5  [x == 2]
  main@5:1- L4 -> L6  [!(x == 2)]
  main@6:1 L5 -> L6  reach_error()
  main@7:1 L6 -> L9  return 0
)";

// The edges after which all is verified, where no error is ever confirmed.
std::set<std::string> verified_after(const Program& program) {
  const confirm::Confirm never = [](const Program&, task::Counterexample found) { return found; };
  task::SilentMonitor monitor;
  const task::Outcome outcome =
      make_predicate({}, never)->run({.program = program, .property = default_property()}, monitor);
  EXPECT_EQ(outcome.verdict, task::Verdict::Unknown);
  std::set<std::string> edges;
  for (const auto& transition : outcome.gia->transitions())
    if (outcome.gia->states()[transition.target].accept == exchange::Accept::Unreachable)
      for (const exchange::EdgeNameId edge : outcome.gia->edges(transition.label))
        edges.emplace(outcome.gia->edge_name(edge));
  return edges;
}

TEST(PredicateAnalysis, TellsWhichArmIsVerifiedThoughItMeetsTheOther) {
  EXPECT_TRUE(verified_after(text::read_cfa(with(arms, "FIRST", "1"), DataModel::LP64)).contains("main@2:1+"));
}

TEST(PredicateAnalysis, TellsNothingOfAnArmThatLeadsToTheErrorToo) {
  const auto edges = verified_after(text::read_cfa(with(arms, "FIRST", "a + 1"), DataModel::LP64));
  EXPECT_FALSE(edges.contains("main@2:1+"));
  EXPECT_FALSE(edges.contains("main@2:1-"));
}

// The same where the error is behind a loop, whose head begins another block.
TEST(PredicateAnalysis, TellsWhichArmIsVerifiedThoughTheOtherLeadsToALoop) {
  constexpr std::string_view arms_before_a_loop = R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
main: int main(void), entry L0, exit L9
  var int a
  var int x
  main@1:1 L0 -> L1  a = __VERIFIER_nondet_int()
  main@2:1+ L1 -> L2  [a > 0]
  main@2:1- L1 -> L3  [!(a > 0)]
  main@3:1 L2 -> L4  x = FIRST
  main@4:1 L3 -> L4  x = 2
  main@5:1+ L4 -> L5  [x == 2]
  main@5:1- L4 -> L9  [!(x == 2)]
  main@6:1+ L5 -> L6  [a < -1]
  main@6:1- L5 -> L7  [!(a < -1)]
  main@7:1 L6 -> L5  a = a + 1
  main@8:1 L7 -> L8  reach_error()
  main@9:1 L8 -> L9  return 0
)";
  EXPECT_TRUE(
      verified_after(text::read_cfa(with(arms_before_a_loop, "FIRST", "1"), DataModel::LP64)).contains("main@2:1+"));
  EXPECT_FALSE(
      verified_after(text::read_cfa(with(arms_before_a_loop, "FIRST", "2"), DataModel::LP64)).contains("main@2:1+"));
}

TEST(PredicateAnalysis, BlocksOfAnySizeGiveTheSameVerdict) {
  for (const std::uint32_t size : {1u, 2u, 3u, 0u}) {
    EXPECT_EQ(verify(with(counters, "STEP", "2"), {.block_size = size}).verdict, task::Verdict::True) << size;
    EXPECT_EQ(verify(with(counters, "STEP", "3"), {.block_size = size}).verdict, task::Verdict::False) << size;
  }
}

TEST(PredicateAnalysis, ReportsLoopInvariantsInC) {
  const Program program = text::read_cfa(with(counters, "STEP", "2"), DataModel::LP64);
  const task::Outcome outcome = verify(program);
  EXPECT_EQ(outcome.verdict, task::Verdict::True);
  std::string text;
  for (const exchange::LocationInvariant& each : outcome.invariants)
    text += each.location->function->name() + ": " + cexpr::c_text(*each.condition, cexpr::ExprStyle::Readable);
  EXPECT_NE(text.find("main: "), std::string::npos);
  for (const char* name : {"a", "i"}) EXPECT_NE(text.find(name), std::string::npos) << text;
}

// The lock of "Lazy Abstraction": the loop is left only if nothing happened since the lock was taken.
constexpr std::string_view lock = R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
int held
acquire: void acquire(void), entry A0, exit A3
  A0 -> A1  [held != 0]
  A0 -> A2  [!(held != 0)]
  A1 -> A2  reach_error()
  A2 -> A3  held = 1
release: void release(void), entry R0, exit R3
  R0 -> R1  [held != 1]
  R0 -> R2  [!(held != 1)]
  R1 -> R2  reach_error()
  R2 -> R3  held = 0
main: int main(void), entry L0, exit L12
  var int old
  var int now
  var int more
  L0 -> L1  now = __VERIFIER_nondet_int()
  L1 -> L2  acquire()
  L2 -> L3  old = now
  L3 -> L4  more = __VERIFIER_nondet_int()
  L4 -> L5  [more != 0]
  L4 -> L7  [!(more != 0)]
  L5 -> L6  release()
  L6 -> L7  now = now + STEP
  L7 -> L1  [now != old]
  L7 -> L8  [!(now != old)]
  L8 -> L9  release()
  L9 -> L12  return 0
)";

TEST(PredicateAnalysis, FollowsALockThroughFunctions) {
  for (const abstraction::Boundaries where :
       {abstraction::Boundaries::Loops, abstraction::Boundaries::LoopsAndFunctions}) {
    EXPECT_EQ(verify(with(lock, "STEP", "1"), {.boundaries = where}).verdict, task::Verdict::True);
    EXPECT_EQ(verify(with(lock, "STEP", "0"), {.boundaries = where}).verdict, task::Verdict::False);
  }
}

constexpr std::string_view recursion = R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
f: int f(int n), entry F0, exit F9
  var int t
  F0 -> F1  [n <= 0]
  F0 -> F2  [!(n <= 0)]
  F1 -> F9  return 0
  F2 -> F3  t = f(n - 1)
  F3 -> F9  return t + 2
main: int main(void), entry L0, exit L9
  var int n
  var int r
  L0 -> L1  n = __VERIFIER_nondet_int()
  L1 -> L2  [n < LIMIT]
  L2 -> L3  r = f(n)
  L3 -> L4  [r == WRONG]
  L3 -> L5  [!(r == WRONG)]
  L4 -> L5  reach_error()
  L5 -> L9  return 0
)";

TEST(PredicateAnalysis, RecursionIsFollowedToItsBoundAndStaysOpenBeyond) {
  const std::string shallow = with(recursion, "LIMIT", "4");
  EXPECT_EQ(verify(with(shallow, "WRONG", "7")).verdict, task::Verdict::True);
  EXPECT_EQ(verify(with(shallow, "WRONG", "6")).verdict, task::Verdict::False);
  const std::string deep = with(recursion, "LIMIT", "1000000");
  const task::Outcome outcome = verify(with(deep, "WRONG", "7"), {.limits = {.recursion_bound = 4}});
  EXPECT_EQ(outcome.verdict, task::Verdict::Unknown);
  EXPECT_NE(outcome.reason.find("recursion"), std::string::npos) << outcome.reason;
}

// What follows the last error call need not be explored at all.
TEST(PredicateAnalysis, NothingIsLeftOpenWhereNoErrorIsAhead) {
  const task::Outcome outcome = verify(R"(
void reach_error(void)
down: void down(int n), entry D0, exit D3
  D0 -> D1  [n > 0]
  D0 -> D2  [!(n > 0)]
  D1 -> D2  down(n - 1)
  D2 -> D3  return
main: int main(void), entry L0, exit L9
  var int x
  L0 -> L1  x = 1
  L1 -> L2  [x == 2]
  L1 -> L3  [!(x == 2)]
  L2 -> L3  reach_error()
  L3 -> L4  down(1000000)
  L4 -> L9  return 0
)",
                                       {.limits = {.recursion_bound = 4}});
  EXPECT_EQ(outcome.verdict, task::Verdict::True) << outcome.reason;
}

// A store through a pointer that the loop changes may hit either object.
constexpr std::string_view moved_pointer = R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
int x
int y
main: int main(void), entry L0, exit L9
  var int *p
  var int more
  L0 -> L1  p = &x
  L1 -> L2  more = __VERIFIER_nondet_int()
  L2 -> L3  [more != 0]
  L2 -> L5  [!(more != 0)]
  L3 -> L4  *p = 1
  L4 -> L1  p = &y
  L5 -> L6  [y == WRONG]
  L5 -> L7  [!(y == WRONG)]
  L6 -> L7  reach_error()
  L7 -> L9  return 0
)";

TEST(PredicateAnalysis, PointersAreTrackedOverIterations) {
  EXPECT_EQ(verify(with(moved_pointer, "WRONG", "2")).verdict, task::Verdict::True);
  EXPECT_EQ(verify(with(moved_pointer, "WRONG", "1")).verdict, task::Verdict::False);
}

// The relation needed at the loop is x <= z, but it is only implied by the condition z < t < x on an input.
constexpr std::string_view between = R"(
int __VERIFIER_nondet_int(void)
void reach_error(void)
main: int main(void), entry L0, exit L12
  var int x
  var int z
  var int t
  var int more
  L0 -> L1  x = __VERIFIER_nondet_int()
  L1 -> L2  z = __VERIFIER_nondet_int()
  L2 -> L3  [x <= z + WRONG]
  L3 -> L4  more = __VERIFIER_nondet_int()
  L4 -> L3  [more != 0]
  L4 -> L5  [!(more != 0)]
  L5 -> L6  t = __VERIFIER_nondet_int()
  L6 -> L7  [z < t]
  L7 -> L8  [t < x]
  L8 -> L9  reach_error()
  L9 -> L12  return 0
)";

TEST(PredicateAnalysis, InterpolatesWherePreconditionsFindNothing) {
  const task::Outcome outcome = verify(with(between, "WRONG", "0"));
  EXPECT_EQ(outcome.verdict, task::Verdict::True) << outcome.reason;
  EXPECT_GT(outcome.statistics.at("interpolated paths"), 0);
  EXPECT_EQ(verify(with(between, "WRONG", "2")).verdict, task::Verdict::False);
}

TEST(PredicateAnalysis, LimitsLeaveOnlyPartsOpen) {
  PredicateOptions options;
  options.limits.path_length = 5;
  const task::Outcome limited = verify(with(counters, "STEP", "2"), options);
  EXPECT_EQ(limited.verdict, task::Verdict::Unknown);
  EXPECT_EQ(limited.reason, "paths longer than 5 edges");
  // Where the inductive relation is found before the limit, the limit does not matter.
  options.limits = {};
  options.limits.loop_iterations = 4;
  EXPECT_EQ(verify(with(counters, "STEP", "2"), options).verdict, task::Verdict::True);
  EXPECT_EQ(verify(with(counters, "STEP", "3"), options).verdict, task::Verdict::False);
  options.limits.loop_iterations = 0;
  EXPECT_EQ(verify(with(counters, "STEP", "3"), options).verdict, task::Verdict::Unknown);
}

TEST(PredicateAnalysis, UsesTheGivenSolver) {
  for (const char* solver : {"sat", "sat-minisat", "z3"}) {
    PredicateOptions options;
    options.solver = options.path_solver = solver;
    EXPECT_EQ(verify(with(counters, "STEP", "2"), options).verdict, task::Verdict::True) << solver;
    EXPECT_EQ(verify(with(counters, "STEP", "3"), options).verdict, task::Verdict::False) << solver;
  }
}

} // namespace
} // namespace tandem::analysis::predicate
