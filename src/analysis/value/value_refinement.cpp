// The path is executed with all variables; from the step that fails, a backward slice over assignments and equations
// collects the variables it depends on. They are then dropped one by one as long as the path stays refuted, which
// yields a minimal (not a minimum) precision. Beyer and Löwe (FASE 2013) compute interpolants of constraint sequences
// instead; the slice is simpler and handles pointers by falling back to all variables of the path.

#include "analysis/value/value_refinement.h"

#include <algorithm>

namespace tandem::analysis::value {

namespace {

void add_variables(const Expr& expr, std::set<std::uint32_t>& to) {
  for_each_variable(expr, [&](const Variable& variable) { to.insert(variable.id); });
}

// Whether the step may write one of the wanted variables.
bool writes_any(const reach::TransferStep& step, const std::set<std::uint32_t>& wanted) {
  const Operation& op = step.edge->op;
  const auto is_wanted = [&](const Variable& variable) { return wanted.contains(variable.id); };
  if (step.kind == reach::TransferKind::Call)
    return std::any_of(step.callee->parameters().begin(), step.callee->parameters().end(),
                       [&](const Variable* parameter) { return is_wanted(*parameter); });
  if (op.lvalue == nullptr) return false;
  const Variable* root = root_variable(*op.lvalue);
  return root == nullptr || is_wanted(*root); // through a pointer: possibly
}

} // namespace

std::optional<std::size_t> ValueRefinement::refuted_at(const std::vector<reach::TransferStep>& path,
                                                       const Variables* tracked) const {
  ValueOptions options;
  if (tracked != nullptr)
    options.tracks = [tracked](const AbstractObject& object) {
      return object.kind != AbstractObject::Kind::Variable || tracked->contains(object.variable->id);
    };
  ValueDomain domain(program_, aliases_, stacks_, std::move(options));
  if (path.empty()) return std::nullopt;
  reach::StatePtr state = domain.initial(path.front().from);
  for (std::size_t i = 0; i < path.size(); ++i) {
    std::vector<reach::Successor> next = domain.post(state, path[i]);
    if (next.empty()) return i;
    state = std::move(next.front().state);
  }
  return std::nullopt;
}

// Backwards from the refuted step: the variables that flow into a wanted one are wanted.
ValueRefinement::Variables ValueRefinement::influences(const std::vector<reach::TransferStep>& path, std::size_t last) {
  Variables result;
  const Operation& refuted = path[last].edge->op;
  if (refuted.value != nullptr) add_variables(*refuted.value, result);
  for (const Expr* assumption : path[last].assumptions) add_variables(*assumption, result);
  bool wants_result = false;
  for (std::size_t i = last; i-- > 0;) {
    const reach::TransferStep& step = path[i];
    const Operation& op = step.edge->op;
    if (step.kind == reach::TransferKind::Return) {
      wants_result |= writes_any(step, result);
      continue;
    }
    if (op.kind == OpKind::Return && wants_result && op.value != nullptr) add_variables(*op.value, result);
    if (op.kind == OpKind::Return) wants_result = false;
    // An assumed equation determines a value, too.
    const bool relates = op.kind == OpKind::Assume && op.value != nullptr;
    if (relates) {
      Variables there;
      add_variables(*op.value, there);
      const bool shares =
          std::any_of(there.begin(), there.end(), [&](std::uint32_t id) { return result.contains(id); });
      if (shares) result.merge(there);
      continue;
    }
    if (!writes_any(step, result)) continue;
    if (op.lvalue != nullptr) add_variables(*op.lvalue, result);
    if (op.value != nullptr) add_variables(*op.value, result);
    for (const Expr* argument : op.arguments) add_variables(*argument, result);
    if (step.kind == reach::TransferKind::Call)
      for (const Variable* parameter : step.callee->parameters()) result.insert(parameter->id);
  }
  return result;
}

bool ValueRefinement::learn_from(const reach::Arg& graph, reach::NodeId target) {
  std::vector<reach::TransferStep> path;
  for (const reach::Arg::PathStep& at : graph.path_to(target))
    path.push_back({.kind = at.edge->kind,
                    .edge = at.edge->edge,
                    .from = graph.nodes()[at.from].at,
                    .to = graph.nodes()[at.edge->target].at,
                    .callee = at.edge->callee,
                    .assumptions = at.edge->assumptions});
  const std::optional<std::size_t> refuted = refuted_at(path, nullptr);
  if (!refuted) return false;
  path.resize(*refuted + 1);
  Variables wanted = influences(path, *refuted);
  wanted.insert(variables_.begin(), variables_.end());
  if (!refuted_at(path, &wanted))
    for (const reach::TransferStep& step : path) // memory may be involved: all variables on the path
      for (const Expr* expr : {step.edge->op.lvalue, step.edge->op.value})
        if (expr != nullptr) add_variables(*expr, wanted);
  if (!refuted_at(path, &wanted)) return false;
  // Drops one after the other while the path stays refuted.
  constexpr std::size_t few = 24;
  const Variables all = wanted;
  if (all.size() - variables_.size() <= few)
    for (const std::uint32_t id : all) {
      if (variables_.contains(id)) continue;
      wanted.erase(id);
      if (!refuted_at(path, &wanted)) wanted.insert(id);
    }
  if (wanted.size() == variables_.size()) return false;
  variables_ = std::move(wanted);
  return true;
}

} // namespace tandem::analysis::value
