#include "analysis/check_invariants.h"

#include "analysis/bmc.h"
#include "analysis/confirm.h"
#include "automata/assert_invariants.h"
#include "base/require.h"
#include "semantics/inputs.h"
#include "task/isolated.h"

#include <fmt/format.h>

namespace tandem::analysis {

using task::Verdict;

namespace {

std::unique_ptr<task::Actor> make_checker(const Property& property, const std::string& solver) {
  BmcOptions settings;
  settings.proof = Proof::ByInduction;
  settings.own_invariants = OwnInvariants::None;
  settings.solver = solver;
  return make_bmc(settings, [property](const Program& program, task::Counterexample found) {
    ConfirmOptions options;
    options.property = property;
    options.compiled_check = CompiledCheck::Skip; // this is not the user's own program
    return confirm(program, std::move(found), options);
  });
}

std::vector<std::string> values(const task::Counterexample& found) {
  std::vector<std::string> result;
  for (const task::InputValue& input : found.inputs)
    if (input.kind != task::InputKind::Uninitialised) result.push_back(semantics::write_value(input.bits, *input.type));
  return result;
}

} // namespace

InvariantCheck check_invariants(const Program& program, const Property& property,
                                std::span<const automata::LocationInvariant> invariants, task::Monitor& monitor,
                                const InvariantCheckOptions& options) {
  const automata::AssertedProgram asserted = automata::assert_invariants(program, property, invariants);
  const auto checker = make_checker(asserted.property, options.solver);
  const task::Outcome outcome =
      task::run_isolated(*checker, task::Task{asserted.program, asserted.property, options.limits}, monitor);
  InvariantCheck result{.assumptions = outcome.assumptions};
  switch (outcome.verdict) {
  case Verdict::True:
    result.standing = ClaimStanding::Confirmed;
    result.text = fmt::format("proved by induction with {}", options.solver);
    break;
  case Verdict::False:
    result.standing = ClaimStanding::Refuted;
    result.invariant = asserted.violated(*outcome.counterexample->target);
    result.text = result.invariant ? "an execution violates it" : "an execution reaches the error";
    result.inputs = values(*outcome.counterexample);
    break;
  case Verdict::Unknown: result.text = outcome.reason; break;
  }
  return result;
}

} // namespace tandem::analysis
