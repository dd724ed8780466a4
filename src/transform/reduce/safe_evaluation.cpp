// Definite assignment as a forward must-analysis over bit vectors, iterated to a fixpoint once per function. A local is
// assigned when an edge gives the whole variable a value; assignments through pointers or to parts of a variable are
// not tracked, so conditions that depend on them are rejected. Traps are excluded syntactically.

#include "transform/reduce/safe_evaluation.h"

#include "base/core/require.h"
#include "program/graph/graph.h"

#include <algorithm>

namespace tandem::transform::reduce {

namespace {

using Bits = std::vector<bool>;

bool is_safe_divisor(const Expr& divisor) {
  return divisor.kind() == ExprKind::Integer && divisor.value() != 0 && divisor.value() != -1;
}

bool is_safe_index(const Expr& index, const Type& array) {
  return index.kind() == ExprKind::Integer && array.has_length() && index.value() >= 0 &&
         static_cast<UInt128>(index.value()) < array.length();
}

bool is_safe_shift(const Expr& shift) {
  const Expr& amount = shift.operand(1);
  return amount.kind() == ExprKind::Integer && amount.value() >= 0 && amount.value() < shift.type().width();
}

bool binary_never_traps(const Expr& expr) {
  switch (kind_of(expr.binary_op())) {
  case BinaryKind::Division: return expr.type().is_float() || is_safe_divisor(expr.operand(1));
  case BinaryKind::Shift: return is_safe_shift(expr);
  case BinaryKind::PointerSum:
  case BinaryKind::PointerDifference: return false;
  case BinaryKind::Arithmetic:
  case BinaryKind::Bitwise:
  case BinaryKind::Comparison:
  case BinaryKind::Logical: return true;
  }
  unreachable();
}

// A conversion from float to integer may trap, or give what depends on the machine.
bool cast_never_traps(const Expr& expr) { return !expr.operand(0).type().is_float() || expr.type().is_float(); }

const Variable* assigned_by(const Operation& op) {
  const bool assigns = op.kind == OpKind::Assign || op.kind == OpKind::Nondet || op.kind == OpKind::Call;
  if (!assigns || op.lvalue == nullptr || op.lvalue->kind() != ExprKind::Variable) return nullptr;
  return &op.lvalue->variable();
}

} // namespace

bool SafeEvaluation::never_traps(const Expr& expr) {
  const auto of_operands = [&expr] {
    return std::ranges::all_of(expr.operands(), [](const Expr* operand) { return never_traps(*operand); });
  };
  switch (expr.kind()) {
  case ExprKind::Integer:
  case ExprKind::Float: return true;
  case ExprKind::Variable: return !expr.variable().is_extern && !expr.variable().is_thread_local;
  case ExprKind::String:
  case ExprKind::Zero:
  case ExprKind::FunctionAddress:
  case ExprKind::Deref:
  case ExprKind::Query: return false;
  case ExprKind::AddressOf: return expr.operand(0).kind() == ExprKind::Variable;
  case ExprKind::Index: return is_safe_index(expr.operand(1), expr.operand(0).type()) && of_operands();
  case ExprKind::Binary: return binary_never_traps(expr) && of_operands();
  case ExprKind::Cast: return cast_never_traps(expr) && of_operands();
  case ExprKind::Field:
  case ExprKind::Unary:
  case ExprKind::Conditional: return of_operands();
  }
  unreachable();
}

SafeEvaluation::Assigned SafeEvaluation::find_assigned(const Function& function) {
  Assigned result;
  for (const Variable* local : function.locals()) result.index.emplace(local, result.index.size());
  const auto& locations = function.locations();
  const std::size_t none = locations.size();
  result.at.assign(none, Bits(result.index.size(), true));
  const std::size_t entry = graph::node_of(function.entry());
  result.at[entry].assign(result.index.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Location* location : locations)
      for (const Edge* edge : location->out) {
        Bits after = result.at[graph::node_of(*location)];
        if (edge->op.kind == OpKind::Declare)
          if (const auto found = result.index.find(edge->op.variable); found != result.index.end())
            after[found->second] = false;
        if (const Variable* variable = assigned_by(edge->op))
          if (const auto found = result.index.find(variable); found != result.index.end()) after[found->second] = true;
        Bits& to = result.at[graph::node_of(*edge->to)];
        for (std::size_t i = 0; i < to.size(); ++i)
          if (to[i] && !after[i]) to[i] = false, changed = true;
      }
  }
  return result;
}

const SafeEvaluation::Assigned& SafeEvaluation::assigned(const Function& function) {
  const auto found = assigned_.find(&function);
  if (found != assigned_.end()) return found->second;
  return assigned_.emplace(&function, find_assigned(function)).first->second;
}

bool SafeEvaluation::is_safely_evaluable(const Expr& condition, const Location& location) {
  if (!never_traps(condition)) return false;
  bool result = true;
  for_each_variable(condition, [&](const Variable& variable) {
    if (variable.is_global() || variable.kind == VariableKind::Parameter) return;
    const Assigned& known = assigned(*location.function);
    const auto found = known.index.find(&variable);
    result = result && found != known.index.end() && known.at[graph::node_of(location)][found->second];
  });
  return result;
}

} // namespace tandem::transform::reduce
