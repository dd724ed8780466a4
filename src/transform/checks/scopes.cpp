// A control-flow automaton has no blocks; but variables and edges know their place in the source. Where an edge inside
// a variable's block is followed only by edges outside of it, the block was left.

#include "transform/checks/scopes.h"

#include "program/model/context.h"
#include "program/model/declared_types.h"

#include <algorithm>
#include <tuple>

namespace tandem::transform::checks {

namespace {

bool is_inside(const SourceRange& scope, const SourcePoint& point) {
  if (!point.is_known() || point.file != scope.begin.file) return false;
  const auto place = [](const SourcePoint& at) { return std::tuple(at.line, at.column); };
  return place(scope.begin) <= place(point) && place(point) < place(scope.end);
}

bool is_known_outside(const SourceRange& scope, const Edge& edge) {
  return edge.range.begin.is_known() && !is_inside(scope, edge.range.begin);
}

} // namespace

std::vector<copy::InsertedOperation> ends_of_scopes(const Program& program) {
  std::vector<copy::InsertedOperation> result;
  const DeclaredTypes* declared = program.context().declared_types();
  for (const Function* function : program.functions())
    for (const Variable* local : function->locals()) {
      const bool is_array = declared != nullptr && declared->variable_length_arrays.contains(local);
      if ((!local->address_taken && !is_array) || !local->scope.begin.is_known()) continue;
      for (const Edge* edge : function->edges()) {
        const auto& next = edge->to->out;
        if (edge->op.kind == OpKind::Return || next.empty() || !is_inside(local->scope, edge->range.begin)) continue;
        if (std::ranges::all_of(next, [&](const Edge* after) { return is_known_outside(local->scope, *after); }))
          result.push_back({edge, {.kind = OpKind::EndScope, .variable = local}});
      }
    }
  return result;
}

} // namespace tandem::transform::checks
