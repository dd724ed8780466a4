// A flow-insensitive MOD analysis by a transitive closure over the calls, computed on demand and cached for each loop
// head and function. It is deliberately coarse: a write through a pointer modifies all of memory, and a call through a
// pointer may enter every function whose address is taken. Where memory is modified, modified_memory.h knows more.

#include "symex/modified.h"

#include "program/model/allocation.h"
#include "program/pointers/call_graph.h"

namespace tandem::symex {

ModifiedVariables::ModifiedVariables(const Program& program) {
  const std::vector<bool> taken = pointers::functions_with_address(program);
  for (const Function* function : program.functions())
    if (taken[function->id()]) with_address_.push_back(function);
}

void ModifiedVariables::add_edge(const Edge& edge, Modified& to, std::set<const Function*>& calls) const {
  const Operation& op = edge.op;
  if (op.lvalue != nullptr) {
    if (const Variable* variable = root_variable(*op.lvalue))
      to.variables[variable->id] = variable;
    else
      to.memory = MemoryEffect::Anything;
  }
  // A declaration gives the variable an arbitrary value.
  if (op.kind == OpKind::Declare) {
    to.variables[op.variable->id] = op.variable;
    to.declared.insert(op.variable);
  }
  if (op.kind == OpKind::EndScope) to.ends_scope.insert(op.variable);
  if (op.kind != OpKind::Call) return;
  if (op.callee == nullptr)
    calls.insert(with_address_.begin(), with_address_.end());
  else
    calls.insert(op.callee);
}

void ModifiedVariables::add_calls(std::set<const Function*> calls, Modified& to) const {
  std::vector<const Function*> work(calls.begin(), calls.end());
  while (!work.empty()) {
    const Function& function = *work.back();
    work.pop_back();
    // Library functions may write through their arguments.
    if (!function.has_body()) {
      to.memory = MemoryEffect::Anything;
      if (may_change_blocks(function)) to.blocks = BlocksEffect::Change;
    }
    std::set<const Function*> further;
    Modified own;
    for (const Edge* edge : function.edges()) add_edge(*edge, own, further);
    for (const auto& [id, variable] : own.variables)
      if (variable->is_global()) to.variables[id] = variable;
    if (own.memory == MemoryEffect::Anything) to.memory = MemoryEffect::Anything;
    for (const Function* next : further)
      if (calls.insert(next).second) work.push_back(next);
  }
}

const Modified& ModifiedVariables::in_loop(const graph::WeakOrder& order, std::int32_t component) {
  const graph::LoopComponent& loop = order.components()[static_cast<std::size_t>(component)];
  const auto known = loops_.find(loop.head);
  if (known != loops_.end()) return known->second;
  Modified result;
  std::set<const Function*> calls;
  for (std::uint32_t position = loop.first; position <= loop.last; ++position)
    for (const Edge* edge : order.order()[position]->out) add_edge(*edge, result, calls);
  add_calls(std::move(calls), result);
  return loops_[loop.head] = std::move(result);
}

const Modified& ModifiedVariables::by_call(const Function& function) {
  const auto [known, is_new] = calls_.try_emplace(&function);
  if (is_new) add_calls({&function}, known->second);
  return known->second;
}

} // namespace tandem::symex
