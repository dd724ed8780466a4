// Property-based test of slices on random programs: what the slice keeps happens in the same order as in the program,
// and an error that the program reaches is reached. All executions over a small domain of inputs are tried in the
// interpreter; the slice gets the inputs that it still reads.
#include "analysis/properties/random_residual_for_test.h"
#include "program/text/cfa_text.h"
#include "transform/slice/slice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <unordered_set>

namespace tandem::analysis::properties {
namespace {

using semantics::interpreter::End;
using semantics::interpreter::RunResult;
using transform::reduce::Residual;

// Returns and declarations may be skipped where nothing depends on them.
bool is_compared(const Edge* edge) {
  return edge->op.kind != OpKind::Return && edge->op.kind != OpKind::Declare && edge->op.kind != OpKind::Skip;
}

class SliceProperty : public testing::Test {
protected:
  std::size_t same = 0, errors = 0, smaller = 0;

  void check(const Program& program, const Property& property, const Residual& slice,
             const std::vector<Execution>& executions) {
    const semantics::interpreter::ExecutableOptions options{.targets = property.error_functions};
    smaller += slice.program.edges().size() < program.edges().size();
    std::unordered_set<const Edge*> kept;
    for (const Edge* origin : slice.edge_origin)
      if (origin != nullptr && is_compared(origin)) kept.insert(origin);
    semantics::interpreter::Executable executable(slice.program, options);
    for (const Execution& execution : executions) {
      const std::string problem = compare(execution, slice, kept, executable);
      if (problem.empty()) continue;
      FAIL() << problem << "\n"
             << text::cfa_text(program) << "\nslice:\n"
             << text::cfa_text(slice.program) << "\ninputs: " << testing::PrintToString(execution.inputs);
    }
  }

  std::string compare(const Execution& execution, const Residual& slice, const std::unordered_set<const Edge*>& kept,
                      semantics::interpreter::Executable& executable) {
    const RunResult& whole = execution.run;
    std::vector<int> inputs;
    std::vector<const Edge*> expected;
    std::size_t asked = 0;
    for (const Edge* edge : whole.trace) {
      if (edge->op.kind == OpKind::Nondet && asked == execution.inputs.size()) break; // no input left
      const bool is_kept = kept.contains(edge);
      if (is_kept) expected.push_back(edge);
      if (edge->op.kind != OpKind::Nondet) continue;
      if (is_kept) inputs.push_back(execution.inputs[asked]);
      ++asked;
    }
    const RunResult sliced = execute(executable, inputs, 20 * longest);
    std::vector<const Edge*> path;
    for (const Edge* edge : slice.original(sliced.trace))
      if (is_compared(edge)) path.push_back(edge);
    if (path.size() < expected.size() || !std::equal(expected.begin(), expected.end(), path.begin()))
      return fmt::format("another path: {} edges that matter, not {}", path.size(), expected.size());
    const bool is_whole = whole.end == End::Returned || whole.end == End::AssumeViolated || whole.end == End::ErrorCall;
    if (!is_whole) return "";
    ++same;
    errors += whole.end == End::ErrorCall;
    if ((whole.end == End::ErrorCall) != (sliced.end == End::ErrorCall))
      return fmt::format("ends with '{}', not '{}'", semantics::interpreter::name(sliced.end),
                         semantics::interpreter::name(whole.end));
    return "";
  }
};

TEST_F(SliceProperty, WhatMattersStays) {
  for (std::uint32_t seed = 1; seed <= 5000 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Property property = default_property();
    if (seed % 2 == 0) property.error_functions.add("f1"); // calls of it are more frequent
    const Program program = RandomProgram(seed).finish();
    check(program, property, transform::slice::slice(program, property),
          all_executions(program, {.targets = property.error_functions}));
  }
  EXPECT_GT(same, 5'000U);
  EXPECT_GT(errors, 500U);
  EXPECT_GT(smaller, 1'000U);
}

// For executions that a residual program contains entirely, and for a slice of the residual program itself.
TEST_F(SliceProperty, WhatMattersToOpenPathsStays) {
  const Property property = default_property();
  for (std::uint32_t seed = 1; seed <= 2000 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Program program = RandomProgram(seed).finish();
    std::vector<Execution> executions = all_executions(program);
    std::vector<std::vector<const Edge*>> traces;
    for (const Execution& execution : executions) traces.push_back(execution.run.trace);
    const exchange::Gia gia = RandomAutomaton(program, traces, seed).finish();
    Residual residual = transform::reduce::reduce(program, gia, {.method = transform::reduce::ReduceMethod::Unfold});
    semantics::interpreter::Executable executable(residual.program);
    std::erase_if(executions, [&](const Execution& execution) {
      const RunResult reduced = execute(executable, execution.inputs, 20 * longest);
      return reduced.end != execution.run.end || residual.original(reduced.trace) != execution.run.trace;
    });
    check(program, property, transform::slice::slice(program, property, residual), executions);
    check(program, property, transform::slice::sliced(residual, property), executions);
  }
  EXPECT_GT(same, 2'000U);
  EXPECT_GT(smaller, 1'000U);
}

} // namespace
} // namespace tandem::analysis::properties
