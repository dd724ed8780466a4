// For tests only: checks the claims of an engine about a small program, at every checkpoint and at the end, against all
// its executions that reach an error.
#pragma once

#include "analysis/bounded/bmc.h"
#include "analysis/properties/random_executions_for_test.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/run_gia.h"
#include "semantics/interpreter/run.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace tandem::analysis::properties {

class ClaimsTest : public testing::Test {
protected:
  using Make = std::function<std::unique_ptr<task::Actor>(confirm::Confirm)>;

  void check_claims(const Program& program, const std::vector<semantics::interpreter::RunResult>& errors,
                    const exchange::Gia& gia) {
    const exchange::Gia read = exchange::read_gia_text(exchange::gia_text(gia), &program);
    exchange::RunGia run(program, read);
    for (const semantics::interpreter::RunResult& error : errors) {
      // No analysis here adds assumptions to its automaton.
      const exchange::GiaPath path{error.trace, [](std::size_t, const Expr&) { return true; }};
      ASSERT_FALSE(exchange::covers(run, path).ut) << exchange::gia_text(gia);
    }
    claims += gia.states()[gia.initial()].accept != exchange::Accept::Candidate;
  }

  task::Outcome analyse(const Make& make, const Program& program, std::uint32_t polls, const exchange::Gia* condition,
                        const std::vector<semantics::interpreter::RunResult>& errors) {
    PollLimitMonitor monitor(polls);
    const auto confirm = [](const Program&, task::Counterexample found) {
      // The inputs are not limited to the small domain, so this verdict cannot be checked.
      found.confirmed = task::Confirmation::None;
      return found;
    };
    const task::Task task{program, property_of(error_functions), {}, condition};
    task::Outcome outcome = make(confirm)->run(task, monitor);
    EXPECT_TRUE(outcome.gia.has_value());
    for (const exchange::Gia& known : monitor.checkpoints) check_claims(program, errors, known);
    check_claims(program, errors, *outcome.gia);
    if (outcome.verdict == task::Verdict::True) EXPECT_TRUE(errors.empty());
    proofs += outcome.verdict == task::Verdict::True;
    return outcome;
  }

  ErrorFunctions error_functions{"reach_error"};
  std::size_t claims = 0, proofs = 0, with_errors = 0;
};

} // namespace tandem::analysis::properties
