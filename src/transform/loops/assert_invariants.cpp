#include "transform/loops/assert_invariants.h"

#include "transform/copy/insert_checks.h"

#include <algorithm>

namespace tandem::transform::loops {

std::optional<std::size_t> AssertedProgram::violated(const Edge& call) const {
  if (call.op.callee == nullptr) return std::nullopt;
  const auto found = std::ranges::find(checks, call.op.callee->name());
  if (found == checks.end()) return std::nullopt;
  return static_cast<std::size_t>(found - checks.begin());
}

AssertedProgram assert_invariants(const Program& program, const Property& property,
                                  std::span<const exchange::LocationInvariant> invariants) {
  std::vector<copy::InsertedCheck> checks;
  for (const exchange::LocationInvariant& each : invariants)
    checks.push_back({each.location, each.condition, "tandem_invariant_fails", ""});
  copy::CheckedCopy made = copy::insert_checks(program, {.checks = checks});
  Property asserted = property;
  for (const std::string& name : made.functions) asserted.error_functions.add(name);
  return {std::move(made.program), std::move(asserted), std::move(made.edge_origin), std::move(made.functions)};
}

} // namespace tandem::transform::loops
