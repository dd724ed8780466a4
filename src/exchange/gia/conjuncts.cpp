// Recursion over &&.

#include "exchange/gia/conjuncts.h"

#include <algorithm>

namespace tandem::exchange {

namespace {

void add_parts(const Expr& condition, std::vector<const Expr*>& parts) {
  if (condition.kind() == ExprKind::Binary && condition.binary_op() == BinaryOp::LogicalAnd) {
    add_parts(condition.operand(0), parts);
    add_parts(condition.operand(1), parts);
  } else if (std::ranges::find(parts, &condition) == parts.end()) {
    parts.push_back(&condition);
  }
}

} // namespace

std::vector<const Expr*> conjuncts(const Expr& condition) {
  std::vector<const Expr*> parts;
  add_parts(condition, parts);
  return parts;
}

} // namespace tandem::exchange
