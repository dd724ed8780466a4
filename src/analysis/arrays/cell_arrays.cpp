// One pass over all edges collects the candidates' uses; any use of an array or pointer as a whole (its address, a
// copy, an argument) disqualifies it. A pointer needs exactly one assignment, from a temporary that holds the result of
// an allocation.

#include "analysis/arrays/cell_arrays.h"

#include "program/graph/weak_order.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace tandem::analysis::arrays {

namespace {

bool is_allocation(const Function* function) {
  constexpr std::array<std::string_view, 3> names{"malloc", "calloc", "__builtin_alloca"};
  return function != nullptr && !function->has_body() &&
         std::find(names.begin(), names.end(), function->name()) != names.end();
}

bool is_number(const Type& type) { return type.is_integer() || type.is_float(); }

class Search {
public:
  explicit Search(const Program& program) {
    for (const Variable* global : program.globals()) consider(*global);
    for (const Function* function : program.functions())
      for (const Variable* local : function->locals()) consider(*local);
    for (const Edge* edge : program.edges()) examine(*edge);
    for (const auto& [variable, array] : arrays_)
      if (variable->type->is_pointer() && !has_one_block(*variable)) disqualified_.insert(variable);
  }

  std::map<const Variable*, CellArray> result() {
    std::erase_if(arrays_, [&](const auto& entry) { return disqualified_.contains(entry.first); });
    return std::move(arrays_);
  }

private:
  void consider(const Variable& variable) {
    const Type& type = *variable.type;
    if (variable.address_taken || variable.is_extern || !variable.initializers.empty()) return;
    const bool is_block = type.is_pointer() && !variable.is_global() && variable.kind != VariableKind::Temporary;
    if (!type.is_array() && !is_block) return;
    const Type& element = type.element();
    if (is_number(element)) arrays_[&variable] = {&variable, &element};
  }

  void examine(const Edge& edge) {
    const Operation& op = edge.op;
    const bool fills = op.kind == OpKind::Assign || op.kind == OpKind::Nondet;
    if (op.lvalue != nullptr) {
      const auto access = element_access(*op.lvalue);
      if (op.lvalue->kind() == ExprKind::Variable)
        is_set(op.lvalue->variable(), edge);
      else if (access && fills)
        if (access->index != nullptr) uses(*access->index);
      if (op.lvalue->kind() != ExprKind::Variable && !(access && fills)) uses(*op.lvalue);
    }
    if (op.value != nullptr) uses(*op.value);
    for (const Expr* argument : op.arguments) uses(*argument);
  }

  // Assigned as a whole: arrays may be zeroed, pointers may be assigned an allocation once.
  void is_set(const Variable& variable, const Edge& edge) {
    if (!arrays_.contains(&variable)) {
      if (edge.op.kind == OpKind::Call && is_allocation(edge.op.callee)) blocks_.insert(&variable);
      if (variable.kind == VariableKind::Temporary) ++assignments_[&variable];
      return;
    }
    if (variable.type->is_pointer()) {
      ++assignments_[&variable];
      source_[&variable] = edge.op.kind == OpKind::Assign ? edge.op.value : nullptr;
    } else if (edge.op.kind != OpKind::Assign || edge.op.value->kind() != ExprKind::Zero) {
      disqualified_.insert(&variable);
    }
  }

  void uses(const Expr& expr) {
    if (expr.kind() == ExprKind::AddressOf) {
      for_each_variable(expr, [&](const Variable& variable) { disqualified_.insert(&variable); });
      return;
    }
    if (const auto access = element_access(expr)) {
      if (access->index != nullptr) uses(*access->index);
      return;
    }
    if (expr.kind() == ExprKind::Variable) disqualified_.insert(&expr.variable());
    for (const Expr* operand : expr.operands()) uses(*operand);
  }

  bool has_one_block(const Variable& pointer) const {
    const auto assigned = assignments_.find(&pointer);
    const auto source = source_.find(&pointer);
    if (assigned == assignments_.end() || assigned->second != 1 || source->second == nullptr) return false;
    const Expr* value = source->second;
    while (value->kind() == ExprKind::Cast) value = &value->operand(0);
    if (value->kind() != ExprKind::Variable) return false;
    const Variable& block = value->variable();
    return blocks_.contains(&block) && block.kind == VariableKind::Temporary && assignments_.at(&block) == 1;
  }

  std::map<const Variable*, CellArray> arrays_;
  std::set<const Variable*> disqualified_;
  std::map<const Variable*, std::uint32_t> assignments_; // of pointers and temporaries
  std::map<const Variable*, const Expr*> source_;        // what a pointer is assigned
  std::set<const Variable*> blocks_;                     // that hold the result of an allocation
};

} // namespace

std::optional<ElementAccess> element_access(const Expr& expr) {
  if (expr.kind() == ExprKind::Index && expr.operand(0).kind() == ExprKind::Variable)
    return ElementAccess{&expr.operand(0).variable(), &expr.operand(1)};
  if (expr.kind() != ExprKind::Deref) return std::nullopt;
  const Expr& pointer = expr.operand(0);
  if (pointer.kind() == ExprKind::Variable) return ElementAccess{&pointer.variable(), nullptr};
  if (pointer.kind() == ExprKind::Binary && pointer.binary_op() == BinaryOp::PtrAdd &&
      pointer.operand(0).kind() == ExprKind::Variable)
    return ElementAccess{&pointer.operand(0).variable(), &pointer.operand(1)};
  return std::nullopt;
}

std::map<const Variable*, CellArray> find_cell_arrays(const Program& program) { return Search(program).result(); }

std::set<const Function*> find_checkers(const Program& program, const Property& property) {
  const auto only_checks = [&](const Edge* edge) {
    const Operation& op = edge->op;
    if (op.kind == OpKind::Call)
      return property.error_functions.is_error_call(*edge) || (op.callee != nullptr && op.callee->does_not_return());
    return op.kind == OpKind::Skip || op.kind == OpKind::Assume || (op.kind == OpKind::Return && op.value == nullptr);
  };
  std::set<const Function*> result;
  for (const Function* function : program.functions())
    if (function->has_body() && graph::WeakOrder(*function).components().empty() &&
        std::all_of(function->edges().begin(), function->edges().end(), only_checks))
      result.insert(function);
  return result;
}

} // namespace tandem::analysis::arrays
