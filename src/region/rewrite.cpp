// A structural recursion. Within one edge, equal reads of unknown memory share one unknown; the next edge reads a new
// value.

#include "region/rewrite.h"

#include "base/core/require.h"

#include <array>

namespace tandem::region {

const Variable& Rewriter::new_unknown(const Type& type) {
  const Variable& variable = substitution_.new_temporary(type);
  unknowns_.push_back(&variable);
  return variable;
}

std::vector<const Variable*> Rewriter::take_unknowns() {
  unknown_reads_.clear();
  return std::exchange(unknowns_, {});
}

const Expr& Rewriter::with_values(const Expr& expr) {
  std::array<const Expr*, 3> operands{};
  for (std::size_t i = 0; i < expr.operand_count(); ++i) operands[i] = &value(expr.operand(i));
  return context_.with_operands(expr, std::span(operands.data(), expr.operand_count()));
}

const Expr& Rewriter::value(const Expr& expr) {
  switch (expr.kind()) {
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::String:
  case ExprKind::Zero: return expr;
  case ExprKind::Variable:
  case ExprKind::Deref:
  case ExprKind::Field:
  case ExprKind::Index: break;
  case ExprKind::AddressOf: return context_.address_of(lvalue(expr.operand(0)));
  case ExprKind::FunctionAddress: return context_.function_address(substitution_.address(expr.function()));
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::Cast:
  case ExprKind::Conditional:
  case ExprKind::Query: return with_values(expr);
  }
  if (plan_ == nullptr || !plan_->is_arbitrary(expr)) return lvalue(expr);
  const Expr*& known = unknown_reads_[&expr];
  if (known == nullptr) known = &context_.variable(new_unknown(expr.type()));
  return *known;
}

const Expr& Rewriter::lvalue(const Expr& expr) {
  if (expr.kind() == ExprKind::Variable) return context_.variable(substitution_.variable(expr.variable()));
  if (expr.kind() == ExprKind::Deref) return context_.deref(value(expr.operand(0)));
  if (expr.kind() == ExprKind::Field) return context_.field(lvalue(expr.operand(0)), expr.field_index());
  if (expr.kind() == ExprKind::Index) return context_.index(lvalue(expr.operand(0)), value(expr.operand(1)));
  require(expr.kind() == ExprKind::Cast || expr.kind() == ExprKind::Conditional,
          "an lvalue should be a variable or a part of memory");
  return with_values(expr);
}

} // namespace tandem::region
