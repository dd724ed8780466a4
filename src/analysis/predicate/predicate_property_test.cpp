// Property-based test of the predicate analysis on random programs: whatever its verdict and wherever it stops, no
// execution that it calls verified reaches an error. All executions over a small domain of inputs are tried in the
// interpreter.

#include "analysis/predicate/predicate.h"
#include "analysis/properties/claims_for_test.h"
#include "analysis/properties/random_residual_for_test.h"
#include "program/text/cfa_reader.h"
#include "program/text/cfa_text.h"

#include <gtest/gtest.h>

namespace tandem::analysis::predicate {
namespace {

using semantics::interpreter::RunResult;
using task::Verdict;

class PredicateProperty : public properties::ClaimsTest {
protected:
  task::Outcome analyse(const Program& program, const PredicateOptions& options, std::uint32_t polls,
                        const exchange::Gia* condition, const std::vector<RunResult>& errors) {
    const auto make = [&](confirm::Confirm confirm) { return make_predicate(options, std::move(confirm)); };
    return properties::ClaimsTest::analyse(make, program, polls, condition, errors);
  }

  void check(const Program& program, std::uint32_t seed) {
    std::mt19937 random(seed);
    const std::vector<RunResult> errors = properties::errors_of(program, error_functions);
    with_errors += !errors.empty();
    PredicateOptions options;
    options.limits.recursion_bound = 2;
    if (random() % 3 == 0) options.block_size = 1 + random() % 6;
    if (random() % 4 == 0) options.boundaries = abstraction::Boundaries::LoopsAndFunctions;
    switch (random() % 12) {
    case 0: options.limits.path_length = random() % 12; break;
    case 1: options.limits.assume_edges = random() % 5; break;
    case 2: options.limits.loop_iterations = random() % 3; break;
    case 3: options.limits.edge_repetitions = 1 + random() % 2; break;
    case 4: options.limits.post_limit = std::chrono::milliseconds(0); break;
    default: break;
    }
    const task::Outcome first = analyse(program, options, 1 + random() % 40, nullptr, errors);
    if (HasFatalFailure()) return;
    // A second analysis continues from that condition.
    options.block_size = random() % 4;
    options.limits = {};
    options.limits.recursion_bound = 2;
    const task::Outcome second = analyse(program, options, 1 + random() % 400, &*first.gia, errors);
    continued += first.verdict != Verdict::True && second.verdict == Verdict::True;
  }

  std::size_t continued = 0;
};

TEST_F(PredicateProperty, TanglesOfFunctions) {
  error_functions.add("f0"); // calls of reach_error alone are rare
  for (std::uint32_t seed = 1; seed <= 1500; ++seed) {
    const Program program = properties::RandomProgram(seed).finish();
    check(program, seed);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << text::cfa_text(program);
  }
  EXPECT_GT(claims, 100u);
  EXPECT_GT(with_errors, 10u);
}

TEST_F(PredicateProperty, Memory) {
  for (std::uint32_t seed = 1; seed <= 1500; ++seed) {
    const std::string text = properties::memory_program(seed);
    const Program program = text::read_cfa(text, DataModel::LP64);
    check(program, seed);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << text;
  }
  EXPECT_GT(proofs, 100u);
  EXPECT_GT(with_errors, 20u);
  EXPECT_GT(continued, 0u);
}

} // namespace
} // namespace tandem::analysis::predicate
