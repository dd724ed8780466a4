// Calls through pointers are resolved by type or by the alias partition; the graph over function ids, its strongly
// connected components and reachability from the entry follow from that. Callback arcs from library functions make
// qsort's comparison function reachable.

#include "program/pointers/call_graph.h"

#include "program/model/expressions.h"
#include "program/pointers/alias.h"
#include "program/pointers/alias_library.h"

#include <algorithm>

namespace tandem::pointers {

namespace {

std::vector<graph::Graph::Arc> arcs_of(const Program& program, const std::vector<std::vector<const Function*>>& by_edge,
                                       const std::vector<graph::Graph::Arc>& callbacks) {
  std::vector<graph::Graph::Arc> arcs = callbacks;
  for (const Edge* edge : program.edges())
    for (const Function* callee : by_edge[edge->id]) arcs.emplace_back(edge->function().id(), callee->id());
  std::sort(arcs.begin(), arcs.end());
  arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
  return arcs;
}

bool may_be_passed_as(const Type& given, const Type& taken) {
  if (given.is_scalar() && taken.is_scalar()) return given.is_float() == taken.is_float();
  return &given == &taken || (given.is_record() && taken.is_record() && given.size() == taken.size());
}

} // namespace

std::vector<bool> functions_with_address(const Program& program) {
  std::vector<bool> result(program.functions().size(), false);
  for_each_expression(program, [&](const Expr& expr) {
    if (expr.kind() == ExprKind::FunctionAddress) result[expr.function().id()] = true;
  });
  return result;
}

bool may_be_called_as(const Function& function, const Type& called) {
  if (!called.is_function()) return true;
  const Type& type = function.type();
  const bool open_ended =
      type.is_variadic() || called.is_variadic() || !type.has_prototype() || !called.has_prototype();
  const auto& taken = type.parameters();
  const auto& given = called.parameters();
  if (!open_ended && taken.size() != given.size()) return false;
  for (std::size_t i = 0; i < std::min(taken.size(), given.size()); ++i)
    if (!may_be_passed_as(*given[i], *taken[i])) return false;
  const bool ignores_result = type.result().is_void() || called.result().is_void();
  return ignores_result || may_be_passed_as(type.result(), called.result());
}

CallGraph::CallGraph(const Program& program, Calls calls)
    : program_(&program), callees_(std::move(calls.by_edge)), calls_in_(program.functions().size()),
      calls_of_(program.functions().size()),
      graph_(program.functions().size(), arcs_of(program, callees_, calls.callbacks)), components_(graph_),
      is_reachable_(program.functions().size(), false) {
  for (const Edge* edge : program.edges()) {
    if (edge->op.kind != OpKind::Call) continue;
    calls_in_[edge->function().id()].push_back(edge);
    for (const Function* callee : callees_[edge->id]) calls_of_[callee->id()].push_back(edge);
  }
  std::vector<graph::Graph::Node> work{program.entry().id()};
  while (!work.empty()) {
    const graph::Graph::Node node = work.back();
    work.pop_back();
    if (is_reachable_[node]) continue;
    is_reachable_[node] = true;
    for (graph::Graph::Node to : graph_.successors(node)) work.push_back(to);
  }
}

CallGraph::Calls CallGraph::by_type(const Program& program) {
  Calls calls{std::vector<std::vector<const Function*>>(program.edges().size()), {}};
  const std::vector<bool> has_address = functions_with_address(program);
  for (const Edge* edge : program.edges()) {
    if (edge->op.kind != OpKind::Call) continue;
    if (edge->op.callee != nullptr) {
      calls.by_edge[edge->id].push_back(edge->op.callee);
      continue;
    }
    for (const Function* function : program.functions())
      if (has_address[function->id()] && may_be_called_as(*function, edge->op.value->type().element()))
        calls.by_edge[edge->id].push_back(function);
  }
  for (const Function* caller : program.functions()) {
    if (caller->has_body() || !calls_back(library_effect(caller->name()))) continue;
    for (const Function* callee : program.functions())
      if (has_address[callee->id()]) calls.callbacks.emplace_back(caller->id(), callee->id());
  }
  return calls;
}

CallGraph::Calls CallGraph::by_aliases(const Program& program, const AliasPartition& aliases) {
  Calls calls{std::vector<std::vector<const Function*>>(program.edges().size()), {}};
  for (const Edge* edge : program.edges()) {
    const auto callees = aliases.callees(*edge);
    calls.by_edge[edge->id].assign(callees.begin(), callees.end());
  }
  for (const AliasPartition::Callback& callback : aliases.callbacks())
    calls.callbacks.emplace_back(callback.caller->id(), callback.callee->id());
  return calls;
}

CallGraph::CallGraph(const Program& program) : CallGraph(program, by_type(program)) {}

CallGraph::CallGraph(const Program& program, const AliasPartition& aliases)
    : CallGraph(program, by_aliases(program, aliases)) {}

std::span<const Function* const> CallGraph::callees(const Edge& call) const { return callees_[call.id]; }

std::vector<const Function*> CallGraph::bottom_up() const {
  std::vector<const Function*> result;
  for (std::uint32_t component = 0; component < components_.count(); ++component)
    for (graph::Graph::Node node : components_.members(component)) result.push_back(program_->functions()[node]);
  return result;
}

} // namespace tandem::pointers
