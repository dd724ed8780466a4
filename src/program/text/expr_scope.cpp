// Source names may be ambiguous. Among several locals of one name the innermost recorded scope around the location
// wins; without recorded scopes, the latest declaration that dominates the location.

#include "program/text/expr_scope.h"

#include "program/graph/dominators.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace tandem::text {

namespace {

const Edge* declaration(const Function& function, const Variable& variable) {
  for (const Edge* edge : function.edges())
    if (edge->op.kind == OpKind::Declare && edge->op.variable == &variable) return edge;
  return nullptr;
}

SourcePoint point_of(const Location& location) {
  for (const Edge* edge : location.out)
    if (edge->range.begin.is_known()) return edge->range.begin;
  for (const Edge* edge : location.in)
    if (edge->range.end.is_known()) return edge->range.end;
  return {};
}

bool is_before(SourcePoint a, SourcePoint b) { return std::pair(a.line, a.column) <= std::pair(b.line, b.column); }

bool is_within(SourcePoint point, SourceRange range) {
  return point.file == range.begin.file && is_before(range.begin, point) && is_before(point, range.end);
}

// Of several locals of one name: the one whose scope is innermost around the location. Where scopes are not known, the
// last one whose declaration every path to the location passes.
const Variable* innermost(const ExprScope& scope, const std::vector<const Variable*>& candidates) {
  if (candidates.size() <= 1 || scope.location == nullptr) return candidates.empty() ? nullptr : candidates.back();
  const SourcePoint point = point_of(*scope.location);
  const Variable* best = nullptr;
  for (const Variable* candidate : candidates)
    if (candidate->scope.begin.is_known() && is_within(point, candidate->scope))
      if (best == nullptr || is_before(best->scope.begin, candidate->scope.begin)) best = candidate;
  if (best != nullptr) return best;

  const graph::Dominators dominators(*scope.function);
  const Edge* latest = nullptr;
  for (const Variable* candidate : candidates) {
    if (candidate->scope.begin.is_known()) continue;
    const Edge* edge = declaration(*scope.function, *candidate);
    const bool passed = edge != nullptr && dominators.dominates(*edge->to, *scope.location);
    if (passed && (latest == nullptr || dominators.dominates(*latest->to, *edge->to))) latest = edge;
    if (edge == nullptr && best == nullptr) best = candidate; // a parameter
  }
  return latest != nullptr ? latest->op.variable : best;
}

template <typename Matches> std::vector<const Variable*> locals_that(const ExprScope& scope, const Matches& matches) {
  std::vector<const Variable*> result;
  if (scope.function == nullptr) return result;
  for (const Variable* parameter : scope.function->parameters())
    if (matches(*parameter)) result.push_back(parameter);
  for (const Variable* local : scope.function->locals())
    if (matches(*local)) result.push_back(local);
  for (const Variable* global : scope.program->globals())
    if (global->owner == scope.function && matches(*global)) result.push_back(global);
  return result;
}

} // namespace

const Variable* find_variable(const ExprScope& scope, std::string_view name) {
  if (scope.names == Names::Source) {
    const auto has_name = [name](const Variable& variable) { return variable.source_name == name; };
    if (const Variable* local = innermost(scope, locals_that(scope, has_name))) return local;
    for (const Variable* global : scope.program->globals())
      if (global->owner == nullptr && has_name(*global)) return global;
  }
  const auto is_called = [name](const Variable& variable) { return variable.name == name; };
  const auto locals = locals_that(scope, is_called);
  if (!locals.empty()) return locals.front();
  for (const Variable* global : scope.program->globals())
    if (is_called(*global)) return global;
  return nullptr;
}

const Function* find_function(const ExprScope& scope, std::string_view name) {
  if (const Function* function = scope.program->find_function(name)) return function;
  if (scope.names == Names::Model) return nullptr;
  for (const Function* function : scope.program->functions())
    if (function->source_name() == name) return function;
  return nullptr;
}

const Variable* find_string(const Program& program, std::string_view bytes) {
  for (const Variable* global : program.globals()) {
    if (!global->source_name.empty() || global->initializers.size() != 1) continue;
    const Expr& value = *global->initializers[0].value;
    if (value.kind() == ExprKind::String && value.string_value() == bytes) return global;
  }
  return nullptr;
}

} // namespace tandem::text
