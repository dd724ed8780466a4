// Property-based test of the inductive loop transformation on random programs: if the transformed program is safe, so
// is the original. Bounded model checking decides the former, all executions over a small domain of inputs the latter.
#include "analysis/invariants/invariants.h"
#include "analysis/properties/claims_for_test.h"
#include "analysis/properties/random_residual_for_test.h"
#include "base/process/deep_stack.h"
#include "program/text/cfa_reader.h"
#include "program/text/cfa_text.h"
#include "transform/loops/inductive_loops.h"
#include "transform/slice/slice.h"

#include <gtest/gtest.h>

namespace tandem::analysis::properties {
namespace {

using semantics::interpreter::RunResult;
using task::Verdict;
using transform::reduce::Residual;

// Nested loops that mostly terminate, over counters, an array, a global that a function with a loop of its own changes,
// and a pointer.
class LoopProgram {
public:
  explicit LoopProgram(std::uint32_t seed) : random_(seed) {}

  std::string text() {
    const int end = block(0, 3);
    edge(end, "exit", "return 0");
    return R"(
void reach_error(void)
int __VERIFIER_nondet_int(void)
int g
step: void step(int n)
  var int i
  step@1:1   L0 -> L1  i = 0
  step@2:1+  L1 -> L2  [i < n]
  step@2:1-  L1 -> L3  [!(i < n)]
  step@3:1   L2 -> L4  g = g + 1
  step@4:1   L4 -> L1  i = i + 1
  step@5:1   L3 -> exit  return
set: void set(int* q, int v)
  set@1:1   L0 -> L1  *q = v
  set@2:1   L1 -> exit  return
fill: void fill(int* q, int n)
  var int i
  fill@1:1   L0 -> L1  i = 0
  fill@2:1+  L1 -> L2  [i < n]
  fill@2:1-  L1 -> L3  [!(i < n)]
  fill@3:1   L2 -> L4  *q = *q + 1
  fill@4:1   L4 -> L1  i = i + 1
  fill@5:1   L3 -> exit  return
main: int main(void)
  var int x
  var int y
  var int a[3]
  var int b[12]
  var int* p
)" + edges_;
  }

private:
  std::uint32_t pick(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  std::string pick(const std::vector<std::string>& from) { return from[pick(static_cast<std::uint32_t>(from.size()))]; }
  int new_location() { return ++locations_; }
  void edge(int from, const std::string& to, const std::string& operation, const std::string& sign = "") {
    edges_ += fmt::format("  main@{}:1{}  L{} -> {}  {}\n", sign == "-" ? lines_ : ++lines_, sign, from, to, operation);
  }
  void edge(int from, int to, const std::string& operation, const std::string& sign = "") {
    edge(from, fmt::format("L{}", to), operation, sign);
  }

  int block(int from, int depth) {
    for (std::uint32_t i = 0, count = 1 + pick(3); i < count; ++i) from = statement(from, depth);
    return from;
  }

  int statement(int from, int depth) {
    static const std::vector<std::string> operations{"x = __VERIFIER_nondet_int()",
                                                     "y = __VERIFIER_nondet_int()",
                                                     "x = x + 1",
                                                     "y = y + 1",
                                                     "x = 0",
                                                     "y = 0",
                                                     "y = x",
                                                     "g = 0",
                                                     "g = g + y",
                                                     "a[1] = x",
                                                     "a[x & 1] = y",
                                                     "y = a[1]",
                                                     "b[x & 7] = y",
                                                     "y = b[1]",
                                                     "step(2)",
                                                     "step(x & 1)",
                                                     "set(&x, 1)",
                                                     "set(&g, y)",
                                                     "p = &x",
                                                     "p = &g",
                                                     "set(p, 0)",
                                                     "fill(&y, 2)",
                                                     "fill(p, 1)"};
    switch (depth == 0 ? 0 : pick(5)) {
    case 0:
    case 1: {
      const int to = new_location();
      edge(from, to, pick(operations));
      return to;
    }
    case 2: return branch(from, depth);
    default: return loop(from, depth);
    }
  }

  std::string condition() {
    return pick({"x < 2", "y < 2", "g < 3", "x == y", "a[1] == 0", "x < y", "g != 1", "y == 1"});
  }

  int branch(int from, int depth) {
    const std::string asked = condition();
    const int yes = new_location(), no = new_location();
    edge(from, yes, "[" + asked + "]", "+");
    edge(from, no, "[!(" + asked + ")]", "-");
    const int end = pick(3) == 0 ? error(yes) : block(yes, depth - 1);
    edge(end, no, "skip");
    return no;
  }

  int error(int from) {
    const int to = new_location();
    edge(from, to, "reach_error()");
    return to;
  }

  int loop(int from, int depth) {
    const int head = new_location(), body = new_location(), behind = new_location();
    const std::string asked = condition();
    edge(from, head, "skip");
    edge(head, body, "[" + asked + "]", "+");
    edge(head, behind, "[!(" + asked + ")]", "-");
    int end = block(body, depth - 1);
    if (pick(4) == 0) { // break
      const int next = new_location();
      const std::string leaves = condition();
      edge(end, behind, "[" + leaves + "]", "+");
      edge(end, next, "[!(" + leaves + ")]", "-");
      end = next;
    }
    edge(end, head, "skip");
    return behind;
  }

  std::mt19937 random_;
  std::string edges_;
  int locations_ = 0, lines_ = 0;
};

class InductiveLoopProperty : public testing::Test {
protected:
  void check(const Program& program) {
    const std::vector<RunResult> errors = errors_of(program, error_functions);
    with_errors += !errors.empty();
    const Property property = property_of(error_functions);
    for (const transform::loops::LaterIterations later :
         {transform::loops::LaterIterations::AfterSafeIteration, transform::loops::LaterIterations::AfterHavoc}) {
      const transform::loops::InductiveLoopOptions options{.later_iterations = later};
      judge(transform::loops::make_loops_inductive(program, property, options), property, errors);
      judge(transform::loops::make_loops_inductive(transform::slice::slice(program, property), property, options),
            property, errors);
    }
  }

  void judge(const std::optional<Residual>& open, const Property& property, const std::vector<RunResult>& errors) {
    if (!open) return;
    ++transformed;
    PollLimitMonitor monitor(60);
    const task::Task task{open->program, property, {}};
    const bounded::BmcOptions options{.last_bound = 4};
    const auto engine = bounded::make_bmc(options, [](const Program&, task::Counterexample found) { return found; });
    const task::Outcome outcome = process::on_deep_stack([&] { return engine->run(task, monitor); });
    if (outcome.verdict != Verdict::True) return;
    ++proofs;
    EXPECT_TRUE(errors.empty()) << text::cfa_text(open->program);
  }

  ErrorFunctions error_functions{"reach_error"};
  std::size_t transformed = 0, proofs = 0, with_errors = 0;
};

TEST_F(InductiveLoopProperty, Loops) {
  for (std::uint32_t seed = 1; seed <= 500; ++seed) {
    const Program program = text::read_cfa(LoopProgram(seed).text(), DataModel::LP64);
    check(program);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << text::cfa_text(program);
  }
  EXPECT_GT(transformed, 1'000U);
  EXPECT_GT(proofs, 200U);
  EXPECT_GT(with_errors, 50U);
}

// Invariants that hold in the program hold where they are assumed, also in slices.
TEST_F(InductiveLoopProperty, Invariants) {
  const Property property = property_of(error_functions);
  std::size_t used = 0;
  for (std::uint32_t seed = 1; seed <= 1000; ++seed) {
    const Program program = text::read_cfa(LoopProgram(seed).text(), DataModel::LP64);
    PollLimitMonitor monitor(1000);
    const auto known = process::on_deep_stack(
        [&] { return invariants::find_invariants({program, property, {}}, monitor).in_program(); });
    const Residual slice = transform::slice::slice(program, property);
    const auto with = transform::loops::make_loops_inductive(slice, property, {.invariants = known});
    const auto without = transform::loops::make_loops_inductive(slice, property);
    used += with && without && with->program.edges().size() > without->program.edges().size();
    judge(with, property, errors_of(program, error_functions));
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << text::cfa_text(program);
  }
  EXPECT_GT(used, 50U);
  EXPECT_GT(proofs, 20U);
}

TEST_F(InductiveLoopProperty, TanglesOfFunctions) {
  error_functions.add("f0"); // calls of reach_error alone are rare
  for (std::uint32_t seed = 1; seed <= 500; ++seed) {
    const Program program = RandomProgram(seed).finish();
    check(program);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << text::cfa_text(program);
  }
  EXPECT_GT(transformed, 100U);
  EXPECT_GT(with_errors, 10U);
}

TEST_F(InductiveLoopProperty, Memory) {
  for (std::uint32_t seed = 1; seed <= 500; ++seed) {
    const Program program = text::read_cfa(memory_program(seed), DataModel::LP64);
    check(program);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << text::cfa_text(program);
  }
  EXPECT_GT(transformed, 100U);
  EXPECT_GT(with_errors, 20U);
}

} // namespace
} // namespace tandem::analysis::properties
