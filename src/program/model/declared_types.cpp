#include "program/model/declared_types.h"

namespace tandem {

const Enumeration* DeclaredTypes::enumeration_of(const Expr& expr) const {
  switch (expr.kind()) {
  case ExprKind::Variable: {
    const auto found = variables.find(&expr.variable());
    return found == variables.end() ? nullptr : found->second;
  }
  case ExprKind::Field: {
    const auto found = fields.find({&expr.operand(0).type(), expr.field_index()});
    return found == fields.end() ? nullptr : found->second;
  }
  case ExprKind::Index:
  case ExprKind::Deref:
  case ExprKind::AddressOf: return enumeration_of(expr.operand(0));
  case ExprKind::Binary: return expr.binary_op() == BinaryOp::PtrAdd ? enumeration_of(expr.operand(0)) : nullptr;
  default: return nullptr;
  }
}

} // namespace tandem
