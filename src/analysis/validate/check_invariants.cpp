// Invariants become assertions (transform/loops/assert_invariants.h), so the k-induction engine needs no special case:
// it may assume each of them in the iterations that are assumed safe, and must prove it in the next. Runs in an
// isolated process, so that limits hold.

#include "analysis/validate/check_invariants.h"

#include "analysis/bounded/bmc.h"
#include "analysis/confirm/confirm.h"
#include "base/core/require.h"
#include "semantics/core/inputs.h"
#include "task/isolated.h"
#include "task/understood.h"
#include "transform/loops/assert_invariants.h"

#include <fmt/format.h>

namespace tandem::analysis::validate {

using task::Verdict;

namespace {

std::unique_ptr<task::Actor> make_checker(const Property& property, const std::string& solver) {
  bounded::BmcOptions settings;
  settings.proof = bounded::ProofMethod::ByInduction;
  settings.own_invariants = bounded::OwnInvariants::None;
  settings.solver = solver;
  return bounded::make_bmc(settings, [property](const Program& program, task::Counterexample found) {
    confirm::ConfirmOptions options;
    options.property = property;
    options.compiled_check = confirm::CompiledCheck::Skip; // the asserted program has no source of its own
    return confirm::confirm(program, std::move(found), options);
  });
}

std::vector<std::string> values(const task::Counterexample& found) {
  std::vector<std::string> result;
  for (const task::InputValue& input : found.inputs)
    if (task::is_given(input.kind)) result.push_back(semantics::write_value(input.bits, *input.type));
  return result;
}

} // namespace

InvariantCheck check_invariants(const Program& program, const Property& property,
                                std::span<const exchange::LocationInvariant> invariants, task::Monitor& monitor,
                                const InvariantCheckOptions& options) {
  const transform::loops::AssertedProgram asserted = transform::loops::assert_invariants(program, property, invariants);
  task::Understood checker([&](const Property& of_alarms) { return make_checker(of_alarms, options.solver); });
  const task::Outcome outcome =
      task::run_isolated(checker, task::Task{asserted.program, asserted.property, options.limits}, monitor);
  InvariantCheck result{.assumptions = outcome.assumptions};
  switch (outcome.verdict) {
  case Verdict::True:
    result.status = ClaimStatus::Confirmed;
    result.text = fmt::format("proved by induction with {}", options.solver);
    break;
  case Verdict::False:
    result.status = ClaimStatus::Refuted;
    result.invariant = asserted.violated(*outcome.counterexample->target);
    result.text = result.invariant ? "an execution violates it" : "an execution reaches the error";
    result.inputs = values(*outcome.counterexample);
    break;
  case Verdict::Unknown: result.text = outcome.reason; break;
  }
  return result;
}

} // namespace tandem::analysis::validate
