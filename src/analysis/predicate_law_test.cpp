// Laws of the predicate analysis on random programs. Whatever it says and wherever it stops: no execution that it calls
// verified reaches an error. All executions over a small domain of inputs are tried in the interpreter.

#include "analysis/predicate.h"
#include "analysis/random_executions_for_test.h"
#include "analysis/random_residual_for_test.h"
#include "automata/gia_file.h"
#include "automata/run_gia.h"
#include "program/cfa_reader.h"
#include "program/cfa_text.h"

#include <gtest/gtest.h>

namespace tandem::analysis {
namespace {

using semantics::RunResult;
using task::Verdict;

class PredicateLaw : public testing::Test {
protected:
  void check_claims(const Program& program, const std::vector<RunResult>& errors, const automata::Gia& gia) {
    const automata::Gia read = automata::read_gia_text(automata::gia_text(gia), &program);
    automata::RunGia run(program, read);
    for (const RunResult& error : errors) {
      const automata::GiaPath path{error.trace, [](std::size_t, const Expr&) { return true; }};
      ASSERT_FALSE(covers(run, path).ut) << automata::gia_text(gia);
    }
    claims += gia.states()[gia.initial()].accept != automata::Accept::Candidate;
  }

  task::Outcome analyse(const Program& program, PredicateOptions options, std::uint32_t polls,
                        const automata::Gia* condition, const std::vector<RunResult>& errors) {
    Patience patience(polls);
    const auto confirm = [&](const Program&, task::Counterexample found) {
      // Inputs are not all of the small domain, so that nothing can be said here.
      found.confirmed = task::Confirmation::None;
      return found;
    };
    const task::Task task{program, property_of(error_functions), {}, condition};
    task::Outcome outcome = make_predicate(options, confirm)->run(task, patience);
    EXPECT_TRUE(outcome.gia.has_value());
    for (const automata::Gia& known : patience.checkpoints) check_claims(program, errors, known);
    check_claims(program, errors, *outcome.gia);
    if (outcome.verdict == Verdict::True) EXPECT_TRUE(errors.empty());
    proofs += outcome.verdict == Verdict::True;
    return outcome;
  }

  void check(const Program& program, std::uint32_t seed) {
    std::mt19937 random(seed);
    const std::vector<RunResult> errors = errors_of(program, error_functions);
    with_errors += !errors.empty();
    PredicateOptions options{.recursion_bound = 2};
    if (random() % 3 == 0) options.block_size = 1 + random() % 6;
    if (random() % 4 == 0) options.boundaries = predicate::Boundaries::LoopsAndFunctions;
    const task::Outcome first = analyse(program, options, 1 + random() % 40, nullptr, errors);
    if (HasFatalFailure()) return;
    // Somebody else goes on from there.
    options.block_size = random() % 4;
    const task::Outcome second = analyse(program, options, 1 + random() % 400, &*first.gia, errors);
    continued += first.verdict != Verdict::True && second.verdict == Verdict::True;
  }

  std::vector<std::string> error_functions{"reach_error"};
  std::size_t claims = 0, proofs = 0, with_errors = 0, continued = 0;
};

TEST_F(PredicateLaw, TanglesOfFunctions) {
  error_functions.push_back("f0"); // calls of reach_error alone are rare
  for (std::uint32_t seed = 1; seed <= 1500; ++seed) {
    const Program program = RandomProgram(seed).finish();
    check(program, seed);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << cfa_text(program);
  }
  EXPECT_GT(claims, 100u);
  EXPECT_GT(with_errors, 10u);
}

TEST_F(PredicateLaw, Memory) {
  for (std::uint32_t seed = 1; seed <= 1500; ++seed) {
    const std::string text = memory_program(seed);
    const Program program = read_cfa(text, DataModel::LP64);
    check(program, seed);
    ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << text;
  }
  EXPECT_GT(proofs, 100u);
  EXPECT_GT(with_errors, 20u);
  EXPECT_GT(continued, 0u);
}

} // namespace
} // namespace tandem::analysis
