// Property-based test of conditions on random programs: whatever an analysis claims when it stops, wherever it stops,
// no execution that it calls verified reaches an error. All executions over a small domain of inputs are tried in the
// interpreter.

#include "analysis/bounded/bmc.h"
#include "analysis/properties/claims_for_test.h"
#include "analysis/properties/random_residual_for_test.h"
#include "analysis/value/value_analysis.h"
#include "base/process/deep_stack.h"
#include "program/graph/weak_order.h"
#include "program/pointers/call_graph.h"
#include "program/text/cfa_reader.h"
#include "program/text/cfa_text.h"
#include "semantics/interpreter/run.h"
#include "transform/reduce/reduce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tandem::analysis::properties {
namespace {

using semantics::interpreter::RunResult;
using task::Verdict;

class ConditionProperty : public ClaimsTest {
protected:
  task::Outcome analyse(const Program& program, const value::ValueAnalysisOptions& options, std::uint32_t polls,
                        const exchange::Gia* condition, const std::vector<RunResult>& errors) {
    const auto make = [&](confirm::Confirm confirm) { return value::make_value_analysis(options, std::move(confirm)); };
    task::Outcome outcome = ClaimsTest::analyse(make, program, polls, condition, errors);
    with_covered += outcome.statistics["covered"] > 0;
    with_merges += outcome.statistics["merges"] > 0;
    return outcome;
  }

  // Unwinding, stopped at some bound.
  void unwind(const Program& program, std::uint32_t bound, const std::vector<RunResult>& errors) {
    PollLimitMonitor monitor(20); // deterministic loops are unwound to their end, if they have one
    const task::Task task{program, property_of(error_functions), {}, nullptr};
    const auto bmc =
        bounded::make_bmc({.last_bound = bound}, [](const Program&, task::Counterexample found) { return found; });
    const task::Outcome outcome = process::on_deep_stack([&] { return bmc->run(task, monitor); });
    if (outcome.gia) check_claims(program, errors, *outcome.gia);
    if (outcome.verdict == Verdict::True) EXPECT_TRUE(errors.empty());
    bounded += outcome.gia.has_value();
  }

  void check(const Program& program, std::uint32_t seed) {
    std::mt19937 random(seed);
    const std::vector<RunResult> errors = errors_of(program, error_functions);
    with_errors += !errors.empty();
    examine(program);
    unwind(program, 1 + random() % 3, errors);
    if (HasFatalFailure()) return;
    for (const value::ValueKind kind :
         {value::ValueKind::Explicit, value::ValueKind::ExplicitByNeed, value::ValueKind::Interval}) {
      value::ValueAnalysisOptions options{.kind = kind};
      options.limits.recursion_bound = 3;
      options.limits.solver_limit = std::chrono::milliseconds(200);
      if (random() % 2 == 0) options.limits.path_length = 5 + random() % 40;
      if (random() % 3 == 0) options.limits.loop_iterations = random() % 4;
      if (random() % 3 == 0) options.limits.assume_edges = 3 + random() % 6;
      if (random() % 3 == 0) options.limits.edge_repetitions = 1 + random() % 4;
      if (random() % 3 == 0) options.order = static_cast<reach::Order>(random() % 3);
      const task::Outcome first = analyse(program, options, 1 + random() % 12, nullptr, errors);
      if (HasFatalFailure()) return;
      // A second analysis continues from that condition.
      options.kind = static_cast<value::ValueKind>(random() % 3);
      static_cast<reach::PathLimits&>(options.limits) = {.path_length = 60};
      analyse(program, options, 1 + random() % 20, &*first.gia, errors);
      if (HasFatalFailure()) return;
    }
  }

  // Features that make conditions hard to get right.
  void examine(const Program& program) {
    const pointers::CallGraph calls(program);
    for (const Function* function : program.functions()) {
      if (!function->has_body() || !calls.is_reachable(*function)) continue;
      recursive += calls.is_recursive(*function);
      const graph::WeakOrder order(*function);
      loops_closed_by_calls += std::ranges::any_of(function->edges(), [&](const Edge* edge) {
        return edge->op.kind == OpKind::Call && order.is_back_edge(*edge);
      });
    }
  }

  std::size_t bounded = 0;
  std::size_t with_covered = 0, with_merges = 0, recursive = 0, loops_closed_by_calls = 0;
};

TEST_F(ConditionProperty, TanglesOfFunctions) {
  error_functions.add("f0"); // calls of reach_error alone are rare
  for (std::uint32_t seed = 1; seed <= 900; ++seed) {
    const Program program = RandomProgram(seed).finish();
    check(program, seed);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << text::cfa_text(program);
  }
  EXPECT_GT(claims, 300u);
  EXPECT_GT(bounded, 5u);
  EXPECT_GT(with_errors, 20u);
  EXPECT_GT(with_covered, 40u);
  EXPECT_GT(with_merges, 20u);
  EXPECT_GT(recursive, 100u);
  EXPECT_GT(loops_closed_by_calls, 30u);
}

TEST_F(ConditionProperty, Memory) {
  for (std::uint32_t seed = 1; seed <= 2500; ++seed) {
    const std::string text = memory_program(seed);
    const Program program = text::read_cfa(text, DataModel::LP64);
    check(program, seed);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << text;
  }
  EXPECT_GT(proofs, 100u);
  EXPECT_GT(with_errors, 20u);
}

} // namespace
} // namespace tandem::analysis::properties
