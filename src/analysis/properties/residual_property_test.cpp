// Property-based test of residual programs (definitions 2.3 and 6) on random programs and automata: no path that is not
// covered is lost, there is no new path, and where a method promises more, no more is kept. All executions of the
// original and of the residual program over a small domain of inputs are tried in the interpreter.
#include "analysis/properties/random_residual_for_test.h"
#include "exchange/gia/gia_file.h"
#include "program/text/cfa_text.h"
#include "transform/reduce/reduce.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::analysis::properties {
namespace {

using exchange::Accept;
using semantics::interpreter::End;
using semantics::interpreter::RunResult;
using transform::reduce::FoldAt;
using transform::reduce::Keep;
using transform::reduce::ReduceMethod;
using transform::reduce::ReduceOptions;
using transform::reduce::Residual;

// After how many edges the path is covered, if it is.
struct Covered {
  std::optional<std::size_t> ut, rt, cand;
};

std::optional<std::size_t> first_covered(exchange::RunGia& gia, const exchange::GiaPath& path,
                                         bool exchange::Coverage::* language) {
  const auto is_covered = [&](std::size_t length) {
    exchange::GiaPath prefix{.edges = {path.edges.begin(), path.edges.begin() + static_cast<std::ptrdiff_t>(length)},
                             .holds = path.holds};
    return exchange::covers(gia, prefix).*language;
  };
  std::size_t low = 0, high = path.edges.size() + 1; // not covered below low, covered from high on
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (middle <= path.edges.size() && !is_covered(middle))
      low = middle + 1;
    else
      high = middle;
  }
  return low <= path.edges.size() ? std::optional(low) : std::nullopt;
}

Covered covered_by(exchange::RunGia& gia, const Program& program, const RunResult& run) {
  const Replay replay(program, run);
  const exchange::GiaPath path{.edges = run.trace, .holds = [&](std::size_t step, const Expr& condition) {
                                 return replay.holds(step, condition);
                               }};
  return {first_covered(gia, path, &exchange::Coverage::ut), first_covered(gia, path, &exchange::Coverage::rt),
          first_covered(gia, path, &exchange::Coverage::cand)};
}

// Reducers do not resolve calls through pointers and do not detect endless empty loops.
bool is_followed(std::span<const Edge* const> trace) {
  return std::ranges::none_of(trace, [](const Edge* edge) {
    return edge->op.kind == OpKind::Skip || (edge->op.kind == OpKind::Call && edge->op.callee == nullptr);
  });
}

// Focusing ignores the caller of a function that ends, also for the entry function.
bool calls_entry(const Program& program) {
  return std::ranges::any_of(program.edges(), [&](const Edge* edge) { return edge->op.callee == &program.entry(); });
}

// What a residual must do with an execution of the original.
struct Demand {
  std::size_t least = 0;       // edges that must be there
  std::size_t most = SIZE_MAX; // edges that may be there
  bool whole = false;          // it must continue to the same end
};

Demand demand(const Covered& covered, const RunResult& run, const ReduceOptions& options) {
  const std::size_t length = run.trace.size();
  if (options.keep == Keep::Verified) {
    if (covered.ut) return {.least = length, .whole = true};
    // At the end of the program nothing is left to verify.
    return {.most = run.end == End::Returned ? length - 1 : SIZE_MAX};
  }
  const auto& removed = options.remove == Accept::Unreachable ? covered.ut : covered.rt;
  if (options.keep == Keep::Candidates && !covered.cand) return {};
  if (!removed) return {.least = length, .whole = true};
  if (options.keep == Keep::Candidates && *covered.cand >= *removed) return {.most = *removed};
  // The edge that covers the path may be there or not.
  return {.least = *removed == 0 ? 0 : *removed - 1, .most = *removed};
}

struct Case {
  ReduceOptions options;
  bool is_exact = false;
};

std::vector<Case> all_cases() {
  std::vector<Case> result;
  for (const Accept remove : {Accept::Unreachable, Accept::Reached})
    for (const Keep keep : {Keep::Uncovered, Keep::Candidates}) {
      result.push_back({{.method = ReduceMethod::Unfold, .remove = remove, .keep = keep}, true});
      for (const FoldAt at : {FoldAt::Everywhere, FoldAt::LoopHeads})
        result.push_back({{.method = ReduceMethod::Fold, .remove = remove, .keep = keep, .fold_at = at}});
      result.push_back({{.method = ReduceMethod::Fold, .remove = remove, .keep = keep, .fold_iterations = 2}});
      result.push_back({{.method = ReduceMethod::Monitor, .remove = remove, .keep = keep}, true});
      result.push_back({{.method = ReduceMethod::Auto, .remove = remove, .keep = keep}});
    }
  result.push_back({{.method = ReduceMethod::Unfold, .keep = Keep::Verified}, true});
  result.push_back({{.method = ReduceMethod::Fold, .keep = Keep::Verified}});
  result.push_back({{.method = ReduceMethod::Monitor, .keep = Keep::Verified}});
  result.push_back({{.method = ReduceMethod::Identity}});
  return result;
}

class ResidualProperty : public testing::Test {
protected:
  // How often the property was checked on non-trivial cases, which guards against a degenerate generator.
  std::size_t kept = 0, removed = 0, exact = 0, conditions = 0;

  void check(const Program& program, const exchange::Gia& gia, const std::vector<Execution>& executions,
             const Case& one) {
    exchange::RunGia run(program, gia);
    const Residual residual = transform::reduce::reduce(program, gia, one.options);
    semantics::interpreter::Executable executable(residual.program);
    for (const Execution& execution : executions) {
      const Covered covered = covered_by(run, program, execution.run);
      const RunResult reduced = execute(executable, execution.inputs, 20 * longest);
      const std::string problem = compare(execution.run, reduced, residual, covered, one);
      if (problem.empty()) continue;
      FAIL() << problem << "\nmethod " << transform::reduce::name(residual.method) << "\n"
             << exchange::gia_text(gia) << text::cfa_text(program) << "\nresidual:\n"
             << text::cfa_text(residual.program) << "\ninputs: " << testing::PrintToString(execution.inputs);
    }
  }

  std::string compare(const RunResult& whole, const RunResult& reduced, const Residual& residual,
                      const Covered& covered, const Case& one) {
    const std::vector<const Edge*> path = residual.original(reduced.trace);
    const std::size_t common = std::min(path.size(), whole.trace.size());
    if (!std::equal(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(common), whole.trace.begin()))
      return "another path";
    const bool is_limited = whole.end == End::StepLimit;
    if (path.size() > whole.trace.size() && !is_limited) return "a longer path";
    const Demand wanted = demand(covered, whole, one.options);
    if (path.size() < wanted.least)
      return fmt::format("a path is lost: {} edges, not {} of {}", path.size(), wanted.least, whole.trace.size());
    // An edge that cannot be executed is not on the path, so that it may be missing.
    const bool is_stuck = whole.end == End::Fault || whole.end == End::AssumeViolated;
    if (wanted.whole && !is_limited && !is_stuck && (reduced.end != whole.end || reduced.exit_code != whole.exit_code))
      return fmt::format("ends with '{}', not '{}'", semantics::interpreter::name(reduced.end),
                         semantics::interpreter::name(whole.end));
    ++(wanted.whole ? kept : removed);
    const bool is_precise = one.options.keep != Keep::Verified || !calls_entry(residual.program);
    if (one.is_exact && is_precise && residual.statistics.left_out == 0 && is_followed(whole.trace)) {
      ++exact;
      if (path.size() > wanted.most) return fmt::format("{} edges, {} were covered", path.size(), wanted.most);
    }
    return "";
  }
};

TEST_F(ResidualProperty, NoPathIsLostAndNoneIsNew) {
  const std::vector<Case> cases = all_cases();
  for (std::uint32_t seed = 1; seed <= 250 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Program program = RandomProgram(seed).finish();
    const std::vector<Execution> executions = all_executions(program);
    std::vector<std::vector<const Edge*>> traces;
    for (const Execution& execution : executions) traces.push_back(execution.run.trace);
    for (std::uint32_t i = 0; i < 3 && !HasFatalFailure(); ++i) {
      const exchange::Gia gia = RandomAutomaton(program, traces, seed * 8 + i).finish();
      for (const Case& one : cases)
        if (!HasFatalFailure()) check(program, gia, executions, one);
    }
  }
  EXPECT_GT(kept, 10'000U);
  EXPECT_GT(removed, 10'000U);
  EXPECT_GT(exact, 10'000U);
}

} // namespace
} // namespace tandem::analysis::properties
