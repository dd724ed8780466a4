// Syntactic features, cheap enough to be computed for every if-step; nothing here depends on what partners found out.

#include "cooperate/features.h"

#include "program/graph/loops.h"
#include "program/model/allocation.h"
#include "program/pointers/alias.h"
#include "program/pointers/call_graph.h"

#include <algorithm>

namespace tandem::cooperate {
namespace {

bool is_float(const Expr* expr) { return expr != nullptr && expr->type().is_float(); }

} // namespace

bool has_loops(const Program& program) {
  return std::ranges::any_of(program.functions(), [](const Function* function) {
    return function->has_body() && !graph::LoopForest(*function).loops().empty();
  });
}

bool has_recursion(const Program& program) {
  const pointers::CallGraph graph(program);
  return std::ranges::any_of(program.functions(),
                             [&](const Function* function) { return graph.is_recursive(*function); });
}

bool has_floats(const Program& program) {
  return std::ranges::any_of(program.edges(),
                             [](const Edge* edge) { return is_float(edge->op.lvalue) || is_float(edge->op.value); });
}

bool has_inputs(const Program& program) {
  return std::ranges::any_of(program.edges(), [](const Edge* edge) { return edge->op.kind == OpKind::Nondet; });
}

bool has_allocations(const Program& program) {
  return std::ranges::any_of(program.edges(), [](const Edge* edge) {
    const Function* callee = edge->op.kind == OpKind::Call ? edge->op.callee : nullptr;
    return callee != nullptr && !callee->has_body() && find_allocator(callee->name()) != nullptr;
  });
}

bool has_external_calls(const Program& program) {
  const auto is_by_pointer = [](const Edge* edge) {
    return edge->op.kind == OpKind::Call && edge->op.callee == nullptr;
  };
  if (std::ranges::none_of(program.edges(), is_by_pointer)) return false;
  const pointers::AliasPartition aliases(program, pointers::UndefinedFunctions::HaveNoEffect);
  return std::ranges::any_of(program.edges(), [&](const Edge* edge) {
    return is_by_pointer(edge) && (aliases.callees(*edge).empty() || aliases.may_call_external(*edge));
  });
}

} // namespace tandem::cooperate
