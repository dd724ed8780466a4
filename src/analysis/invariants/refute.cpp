// Samples are followed by the writes to variables; a call through a pointer is not followed into the function, so that
// programs with such calls refute nothing.

#include "analysis/invariants/refute.h"

#include "analysis/invariants/sample_table.h"
#include "analysis/invariants/samples.h"

#include <algorithm>

namespace tandem::analysis::invariants {

namespace {

using exchange::LocationInvariant;

bool is_plain(const Expr& expr) {
  if (expr.kind() == ExprKind::Cast) return is_plain(expr.operand(0)); // which the table follows if it keeps the value
  return expr.kind() == ExprKind::Variable || expr.kind() == ExprKind::Integer;
}

bool is_plain_comparison(const Expr& condition) {
  return condition.kind() == ExprKind::Binary && is_comparison(condition.binary_op()) &&
         is_plain(condition.operand(0)) && is_plain(condition.operand(1));
}

bool has_indirect_calls(const Program& program) {
  return std::ranges::any_of(
      program.edges(), [](const Edge* edge) { return edge->op.kind == OpKind::Call && edge->op.callee == nullptr; });
}

SampleTable table_of(const LocationSamples& samples) {
  SampleTable table;
  for (std::size_t i = 0; i < samples.lvalues.size(); ++i) {
    SampleTable::Column column{samples.lvalues[i], {}};
    for (const auto& row : samples.values) column.values.push_back(row[i]);
    table.columns.push_back(std::move(column));
  }
  return table;
}

} // namespace

std::vector<LocationInvariant> refuted(const Program& program, const ErrorFunctions& error_functions,
                                       std::span<const LocationInvariant> claimed) {
  std::vector<const Location*> locations;
  for (const LocationInvariant& each : claimed)
    if (is_plain_comparison(*each.condition) && std::ranges::find(locations, each.location) == locations.end())
      locations.push_back(each.location);
  if (locations.empty() || has_indirect_calls(program)) return {};
  std::vector<LocationInvariant> result;
  for (const auto& [location, samples] : sample(program, locations, {.error_functions = error_functions})) {
    const SampleTable table = table_of(samples);
    for (const LocationInvariant& each : claimed) {
      if (each.location != location || !is_plain_comparison(*each.condition)) continue;
      const std::vector<bool> truth = table.truth_of(*each.condition);
      if (std::ranges::find(truth, false) != truth.end()) result.push_back(each);
    }
  }
  return result;
}

} // namespace tandem::analysis::invariants
