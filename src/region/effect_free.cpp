// A greatest fixpoint: all functions are effect-free until one of their edges turns out to have an effect, which may in
// turn give their callers one. Recursion among functions without effects is therefore effect-free, too.

#include "region/effect_free.h"

#include "program/model/library.h"

#include <algorithm>

namespace tandem::region {

namespace {

// The edges that can be executed before an error call.
std::vector<const Edge*> edges_before_errors(const VerificationContext& verification_context,
                                             const Function& function) {
  std::vector<const Edge*> result;
  std::vector<bool> seen(function.locations().size(), false);
  std::vector<const Location*> work{&function.entry()};
  seen[graph::node_of(function.entry())] = true;
  while (!work.empty()) {
    const Location& location = *work.back();
    work.pop_back();
    for (const Edge* edge : location.out) {
      if (verification_context.is_error_call(*edge)) continue;
      result.push_back(edge);
      if (seen[graph::node_of(*edge->to)]) continue;
      seen[graph::node_of(*edge->to)] = true;
      work.push_back(edge->to);
    }
  }
  return result;
}

} // namespace

EffectFreeFunctions::EffectFreeFunctions(const VerificationContext& verification_context, const RegionCode& code,
                                         const MemoryPlan& plan)
    : plan_(plan), works_(verification_context.program().functions().size(), false),
      is_effect_free_(verification_context.program().functions().size(), false) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Function* function : code.functions) {
      if (works_[function->id()]) continue;
      const auto edges = edges_before_errors(verification_context, *function);
      if (std::ranges::none_of(edges, [&](const Edge* edge) { return has_effect(*edge, *function); })) continue;
      works_[function->id()] = changed = true;
    }
  }
  for (const Function* function : code.functions)
    is_effect_free_[function->id()] = !works_[function->id()] && !verification_context.is_small(*function);
}

bool EffectFreeFunctions::has_effect(const Edge& edge, const Function& function) const {
  const Operation& op = edge.op;
  if (op.kind == OpKind::Assume && edge.from->out.size() == 1) return true;
  if (op.kind == OpKind::Call && call_has_effect(edge)) return true;
  if (op.lvalue == nullptr || plan_.is_lost(*op.lvalue) || plan_.is_arbitrary(*op.lvalue)) return false;
  const Variable* variable = root_variable(*op.lvalue);
  return variable == nullptr || variable->is_global() || variable->owner != &function;
}

bool EffectFreeFunctions::call_has_effect(const Edge& edge) const {
  if (edge.op.callee == nullptr) return true;
  const Function& callee = *edge.op.callee;
  if (callee.has_body()) return works_[callee.id()];
  if (callee.does_not_return() || !is_library_function(callee)) return true;
  const bool may_write =
      std::ranges::any_of(edge.op.arguments, [](const Expr* argument) { return !argument->type().is_arithmetic(); });
  return may_write && !plan_.is_lost(edge);
}

} // namespace tandem::region
