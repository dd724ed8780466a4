#include "region/idle.h"

#include "program/library.h"

#include <algorithm>

namespace tandem::region {

namespace {

// What can be executed before an error is reached.
std::vector<const Edge*> edges_before_errors(const Subject& subject, const Function& function) {
  std::vector<const Edge*> result;
  std::vector<bool> seen(function.locations().size(), false);
  std::vector<const Location*> work{&function.entry()};
  seen[node_of(function.entry())] = true;
  while (!work.empty()) {
    const Location& location = *work.back();
    work.pop_back();
    for (const Edge* edge : location.out) {
      if (subject.is_error_call(*edge)) continue;
      result.push_back(edge);
      if (seen[node_of(*edge->to)]) continue;
      seen[node_of(*edge->to)] = true;
      work.push_back(edge->to);
    }
  }
  return result;
}

} // namespace

IdleFunctions::IdleFunctions(const Subject& subject, const Code& code, const MemoryPlan& plan)
    : plan_(plan), works_(subject.program().functions().size(), false),
      is_idle_(subject.program().functions().size(), false) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Function* function : code.functions) {
      if (works_[function->id()]) continue;
      const auto edges = edges_before_errors(subject, *function);
      if (std::ranges::none_of(edges, [&](const Edge* edge) { return has_effect(*edge, *function); })) continue;
      works_[function->id()] = changed = true;
    }
  }
  for (const Function* function : code.functions)
    is_idle_[function->id()] = !works_[function->id()] && !subject.is_small(*function);
}

bool IdleFunctions::has_effect(const Edge& edge, const Function& function) const {
  const Operation& op = edge.op;
  if (op.kind == OpKind::Assume && edge.from->out.size() == 1) return true;
  if (op.kind == OpKind::Call && call_has_effect(edge)) return true;
  if (op.place == nullptr || plan_.is_lost(*op.place) || plan_.is_arbitrary(*op.place)) return false;
  const Variable* variable = root_variable(*op.place);
  return variable == nullptr || variable->is_global() || variable->owner != &function;
}

bool IdleFunctions::call_has_effect(const Edge& edge) const {
  if (edge.op.callee == nullptr) return true;
  const Function& callee = *edge.op.callee;
  if (callee.has_body()) return works_[callee.id()];
  if (callee.does_not_return() || !is_library_function(callee.name())) return true;
  const bool may_write =
      std::ranges::any_of(edge.op.arguments, [](const Expr* argument) { return !argument->type().is_arithmetic(); });
  return may_write && !plan_.is_lost(edge);
}

} // namespace tandem::region
