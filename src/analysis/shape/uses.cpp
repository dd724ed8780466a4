#include "analysis/shape/uses.h"

#include "program/model/program.h"

#include <algorithm>

namespace tandem::analysis::shape {

namespace {

enum class Use : std::uint8_t { Copied, Used };

class Uses {
public:
  Uses(const IsWanted& is_wanted, reach::StackId stack) : is_wanted_(is_wanted), stack_(stack) {}

  bool in_value(const Expr& expr, Use use) const {
    if (in_operands(expr, use)) return true;
    return use == Use::Used && expr.type().is_pointer() && is_wanted_(expr, stack_);
  }

  // What is evaluated to know where the lvalue is, but for the access itself.
  bool in_address(const Expr& lvalue, Use use) const {
    switch (lvalue.kind()) {
    case ExprKind::Field: return in_address(lvalue.operand(0), use);
    case ExprKind::Index: return in_address(lvalue.operand(0), use) || in_value(lvalue.operand(1), Use::Used);
    case ExprKind::Deref: return in_value(lvalue.operand(0), use);
    default: return false;
    }
  }

private:
  bool in_operands(const Expr& expr, Use use) const {
    if (expr.is_lvalue()) return in_address(expr, Use::Used);
    const auto in = [&](std::size_t i, Use of_operand) { return in_value(expr.operand(i), of_operand); };
    switch (expr.kind()) {
    case ExprKind::AddressOf: return in_address(expr.operand(0), use);
    case ExprKind::Cast:
      return in(0, expr.type().is_pointer() && expr.operand(0).type().is_pointer() ? use : Use::Used);
    case ExprKind::Conditional: return in(0, Use::Used) || in(1, use) || in(2, use);
    case ExprKind::Binary: return in(0, expr.binary_op() == BinaryOp::PtrAdd ? use : Use::Used) || in(1, Use::Used);
    default:
      return std::ranges::any_of(expr.operands(), [&](const Expr* operand) { return in_value(*operand, Use::Used); });
    }
  }

  const IsWanted& is_wanted_;
  reach::StackId stack_;
};

} // namespace

bool uses_pointer(const reach::TransferStep& step, const IsWanted& is_wanted) {
  const Operation& op = step.edge->op;
  if (step.kind == reach::TransferKind::Return)
    return op.lvalue != nullptr && Uses(is_wanted, step.to.stack).in_address(*op.lvalue, Use::Used);
  const Uses uses(is_wanted, step.from.stack);
  const bool copies = op.kind == OpKind::Assign || op.kind == OpKind::Return;
  if (op.value != nullptr && uses.in_value(*op.value, copies ? Use::Copied : Use::Used)) return true;
  const Use of_arguments = step.kind == reach::TransferKind::Call ? Use::Copied : Use::Used;
  if (std::ranges::any_of(op.arguments, [&](const Expr* each) { return uses.in_value(*each, of_arguments); }))
    return true;
  return op.lvalue != nullptr && uses.in_address(*op.lvalue, Use::Used);
}

} // namespace tandem::analysis::shape
