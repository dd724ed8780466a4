// A work list over edges and regions. A relevant edge makes relevant what it reads, the branches on which it is
// control dependent (Ferrante, Ottenstein, Warren, TOPLAS 1987, via post-dominators) and the calls of its function; a
// relevant region makes relevant every edge that writes it. Control dependence is computed per function, when its
// first edge becomes relevant; where it would be quadratic, the whole function counts as relevant instead.

#include "program/dataflow/relevance.h"

#include "program/dataflow/writes.h"
#include "program/model/allocation.h"
#include "program/model/expressions.h"
#include "program/model/library.h"
#include "program/pointers/alias_library.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tandem::dataflow {

namespace {

using pointers::LibraryEffect;

// Beyond this many pairs of a location and a branch that controls it, the whole function is taken to be relevant.
constexpr std::size_t most_decisions = 4'000'000;

// The effects of these functions show in later calls, not in memory.
bool has_hidden_effect(std::string_view name) {
  constexpr std::array names{"fesetround", "srand", "srandom", "strtok", "ungetc"};
  return std::ranges::find(names, name) != names.end();
}

bool asks_for_tracking(const Program& program) {
  bool result = false;
  for_each_expression(program, [&](const Expr& expr) {
    result = result || (expr.kind() == ExprKind::Query && expr.query() >= MemoryQuery::AllTracked);
  });
  return result;
}

bool is_lone_assume(const Location& location) {
  return location.out.size() == 1 && location.out[0]->op.kind == OpKind::Assume;
}

// By position: from where a location that `is_end` accepts can be reached.
template <typename IsEnd> std::vector<bool> reaching(const Function& function, const IsEnd& is_end) {
  std::vector<bool> result(function.locations().size(), false);
  std::vector<const Location*> work;
  const auto add = [&](const Location* location) {
    if (result[graph::node_of(*location)]) return;
    result[graph::node_of(*location)] = true;
    work.push_back(location);
  };
  for (const Location* location : function.locations())
    if (is_end(*location)) add(location);
  while (!work.empty()) {
    const Location& location = *work.back();
    work.pop_back();
    for (const Edge* edge : location.in) add(edge->from);
  }
  return result;
}

// Whether some path inside the function ends before its exit.
bool ends_inside(const Function& function) {
  const std::vector<bool> returns =
      reaching(function, [&](const Location& location) { return &location == &function.exit(); });
  return std::ranges::any_of(function.locations(), [&](const Location* location) {
    return !returns[graph::node_of(*location)] || is_lone_assume(*location);
  });
}

} // namespace

Relevance::Relevance(const Program& program, const pointers::AliasPartition& aliases,
                     const std::function<bool(const Function&)>& is_target, std::vector<bool> unexecuted,
                     std::span<const Edge* const> accesses)
    : program_(program), aliases_(aliases), calls_(program, aliases),
      asks_about_memory_(tandem::asks_about_memory(program)),
      asks_what_was_written_(tandem::asks_what_was_written(program)), unexecuted_(std::move(unexecuted)),
      accesses_(program.edges().size(), false), may_end_(program.functions().size(), false),
      writers_(aliases.regions().size()), parameters_(aliases.regions().size()), edges_(program.edges().size(), false),
      regions_(aliases.regions().size(), false), exits_(program.functions().size(), false),
      results_(program.functions().size(), false), functions_(program.functions().size(), false) {
  if (!aliases.callbacks().empty()) {
    edges_.assign(edges_.size(), true);
    regions_.assign(regions_.size(), true);
    results_.assign(results_.size(), true);
    return;
  }
  for (const Edge* access : accesses) accesses_[access->id] = true;
  find_may_end();
  find_writers();
  for (const Edge* access : accesses) mark(*access);
  // Whether a block can still be reached depends on all pointers.
  if (asks_about_memory_ && asks_for_tracking(program))
    for (const pointers::Region& region : aliases.regions()) mark_region(region.id);
  for (const Edge* edge : program.edges())
    if (always_matters(*edge) ||
        std::ranges::any_of(calls_.callees(*edge), [&](const Function* callee) { return is_target(*callee); }))
      mark(*edge);
  propagate();
}

void Relevance::find_may_end() {
  for (const Function* function : program_.functions())
    if (function->has_body()) may_end_[function->id()] = ends_inside(*function);
  const auto bottom_up = calls_.bottom_up();
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function* function : bottom_up) {
      if (may_end_[function->id()]) continue;
      const auto& calls = calls_.calls_in(*function);
      if (std::ranges::none_of(calls, [this](const Edge* call) { return may_end(*call); })) continue;
      may_end_[function->id()] = changed = true;
    }
  }
}

bool Relevance::may_end(const Edge& edge) const {
  if (edge.op.kind != OpKind::Call || is_unexecuted(edge)) return false;
  return std::ranges::any_of(calls_.callees(edge), [this](const Function* callee) {
    return callee->has_body() ? may_end_[callee->id()] : callee->does_not_return();
  });
}

void Relevance::find_control(const Function& function) {
  const auto [found, is_new] = control_.try_emplace(function.id());
  if (!is_new) return;
  Control& control = found->second;
  // Where a path may end: at assumptions, in calls, and at each location of a loop without an exit.
  const std::vector<bool> ends_somewhere =
      reaching(function, [](const Location& location) { return location.out.empty(); });
  std::vector<const Location*> ends;
  for (const Location* location : function.locations())
    if (is_lone_assume(*location) || !ends_somewhere[graph::node_of(*location)] ||
        (location->out.size() == 1 && may_end(*location->out[0])))
      ends.push_back(location);
  control.after = std::make_unique<graph::PostDominators>(function, ends);
  control.deciding.resize(function.locations().size());
  const graph::DominatorTree& tree = control.after->tree();
  std::size_t count = 0;
  const auto add = [&](const Location& location) {
    const graph::Graph::Node last = tree.parent(graph::node_of(location));
    for (const Edge* edge : location.out)
      for (graph::Graph::Node at = graph::node_of(*edge->to); at != last && at != tree.root() && count < most_decisions;
           at = tree.parent(at), ++count)
        control.deciding[at].push_back(&location);
  };
  for (const Location* location : function.locations())
    if (location->out.size() > 1) add(*location);
  for (const Location* location : ends) add(*location);
  if (count < most_decisions) return;
  control.deciding.assign(function.locations().size(), {});
  for (const Edge* edge : function.edges()) {
    mark(*edge);
    for (const Function* callee : calls_.callees(*edge)) mark_exit(*callee);
  }
}

bool Relevance::any_matters(const Expr& lvalue) const {
  return std::ranges::any_of(regions_of(aliases_, lvalue),
                             [this](pointers::RegionId region) { return regions_[region]; });
}

void Relevance::find_writers() {
  for (const Edge* edge : program_.edges())
    if (!is_unexecuted(*edge))
      for (const pointers::RegionId region : written_by(aliases_, *edge)) writers_[region].push_back(edge);
  for (const Function* function : program_.functions())
    for (std::size_t i = 0; i < function->parameters().size(); ++i)
      for (const pointers::RegionId region :
           regions_of(aliases_, program_.context().variable(*function->parameters()[i])))
        parameters_[region].emplace_back(function, i);
}

// Also the library's functions that engines cannot follow: without the call, they would not see what is missing.
bool Relevance::always_matters(const Edge& edge) const {
  if (asks_what_was_written_) return true; // also of what is otherwise irrelevant
  const bool is_lifetime = edge.op.kind == OpKind::EndScope || edge.op.kind == OpKind::Declare;
  const bool may_tell = edge.op.kind == OpKind::EndScope || (is_lifetime && edge.op.variable->address_taken);
  if (may_tell && asks_about_memory_) return true;
  const auto is_hidden = [this](const Function* callee) {
    if (asks_about_memory_ && may_change_blocks(*callee)) return true;
    // A list of arguments is used through pointers to it, too, and what it leads to is in no region.
    const bool is_list = callee->name().starts_with("__builtin_va_");
    return is_list || has_hidden_effect(callee->name()) || library_obstacle(*callee).has_value();
  };
  return std::ranges::any_of(library_callees(aliases_, edge), is_hidden) && calls_.is_reachable(edge.function());
}

void Relevance::mark(const Edge& edge) {
  if (edges_[edge.id] || is_unexecuted(edge)) return;
  edges_[edge.id] = true;
  new_edges_.push_back(&edge);
}

void Relevance::mark_region(pointers::RegionId region) {
  if (regions_[region]) return;
  regions_[region] = true;
  new_regions_.push_back(region);
}

void Relevance::mark_deciding(const Location& location) {
  find_control(*location.function);
  for (const Location* decision : control_.at(location.function->id()).deciding[graph::node_of(location)]) {
    for (const Edge* edge : decision->out) {
      mark(*edge);
      if (edge->op.kind != OpKind::Call) continue;
      for (const Function* callee : calls_.callees(*edge)) mark_exit(*callee);
    }
  }
}

void Relevance::mark_exit(const Function& function) {
  if (exits_[function.id()] || !function.has_body()) return;
  exits_[function.id()] = true;
  if (may_end_[function.id()]) mark_deciding(function.exit());
}

void Relevance::mark_result(const Function& function) {
  if (results_[function.id()] || !function.has_body()) return;
  results_[function.id()] = true;
  for (const Edge* edge : function.exit().in) mark(*edge);
}

// An lvalue used as a value is read, and so is everything its address is computed from.
void Relevance::mark_value(const Expr& expr) {
  if (expr.is_lvalue()) {
    for (const pointers::RegionId region : regions_of(aliases_, expr)) mark_region(region);
    mark_address(expr);
  } else if (expr.kind() == ExprKind::AddressOf) {
    mark_address(expr.operand(0));
  } else {
    for (const Expr* operand : expr.operands()) mark_value(*operand);
  }
}

void Relevance::mark_address(const Expr& lvalue) {
  if (lvalue.kind() == ExprKind::Deref) return mark_value(lvalue.operand(0));
  if (lvalue.kind() == ExprKind::Field || lvalue.kind() == ExprKind::Index) mark_address(lvalue.operand(0));
  if (lvalue.kind() == ExprKind::Index) mark_value(lvalue.operand(1));
}

void Relevance::mark_behind(const Expr& pointer) {
  if (!pointer.type().is_pointer()) return;
  for (const pointers::LvaluePart& part : aliases_.parts_behind(pointer)) mark_region(part.region);
}

void Relevance::mark_library_call(const Edge& call, const Function& callee) {
  const bool allocates = pointers::library_effect(callee.name()) == LibraryEffect::Allocates;
  for (const Expr* argument : call.op.arguments) {
    mark_value(*argument);
    if (!allocates) mark_behind(*argument);
  }
}

void Relevance::mark_call(const Edge& call) {
  const Operation& op = call.op;
  if (op.callee == nullptr) mark_value(*op.value);
  for (const Function* callee : library_callees(aliases_, call)) mark_library_call(call, *callee);
  for (std::size_t i = 0; i < op.arguments.size(); ++i)
    if (argument_matters(call, i)) mark_value(*op.arguments[i]);
  if (!result_matters(call)) return;
  mark_address(*op.lvalue);
  for (const Function* callee : calls_.callees(call)) mark_result(*callee);
}

// The edges that write a relevant region, and what is passed to parameters that lie in it. Of a call that is relevant
// already, more may be relevant now.
void Relevance::follow(pointers::RegionId region) {
  for (const Edge* writer : writers_[region]) {
    if (edges_[writer->id] && writer->op.kind == OpKind::Call) new_edges_.push_back(writer);
    mark(*writer);
  }
  for (const auto& [function, position] : parameters_[region])
    for (const Edge* call : calls_.calls_of(*function))
      if (edges_[call->id] && position < call->op.arguments.size()) mark_value(*call->op.arguments[position]);
}

// The branches that control whether the edge is taken, and what it reads.
void Relevance::follow(const Edge& edge) {
  mark_deciding(*edge.from);
  if (!functions_[edge.function().id()]) {
    functions_[edge.function().id()] = true;
    for (const Edge* call : calls_.calls_of(edge.function())) mark(*call);
  }
  if (edge.op.kind == OpKind::Call) return mark_call(edge);
  if (edge.op.lvalue != nullptr) mark_address(*edge.op.lvalue);
  if (edge.op.value != nullptr) mark_value(*edge.op.value);
}

void Relevance::propagate() {
  while (!new_edges_.empty() || !new_regions_.empty()) {
    if (!new_regions_.empty()) {
      const pointers::RegionId region = new_regions_.back();
      new_regions_.pop_back();
      follow(region);
    } else {
      const Edge& edge = *new_edges_.back();
      new_edges_.pop_back();
      follow(edge);
    }
  }
}

bool Relevance::matters(const Variable& variable) const { return any_matters(program_.context().variable(variable)); }

// Arguments without a corresponding parameter are kept, and those of functions without a body: a verifier or the linker
// may know what we do not.
bool Relevance::argument_matters(const Edge& call, std::size_t position) const {
  if (accesses_[call.id]) return true;
  return std::ranges::any_of(calls_.callees(call), [&](const Function* callee) {
    if (!callee->has_body()) return true;
    return position >= callee->parameters().size() || matters(*callee->parameters()[position]);
  });
}

bool Relevance::result_matters(const Edge& call) const {
  return call.op.lvalue != nullptr && any_matters(*call.op.lvalue);
}

// In a function without a relevant edge nothing is relevant, not even whether it returns.
const Location* Relevance::behind(const Location& location) const {
  const auto found = control_.find(location.function->id());
  return found == control_.end() ? &location.function->exit() : found->second.after->parent(location);
}

} // namespace tandem::dataflow
