// Expressions are evaluated column by column over 128-bit integers, without C's wrap-around: where values wrapped, a
// candidate may be missed or wrong, which costs precision only.

#include "analysis/invariants/sample_table.h"

#include "program/model/type.h"

#include <algorithm>

namespace tandem::analysis::invariants {

namespace {

bool compare(BinaryOp op, Int128 a, Int128 b) {
  if (op == BinaryOp::Eq) return a == b;
  if (op == BinaryOp::Ne) return a != b;
  if (op == BinaryOp::Lt) return a < b;
  if (op == BinaryOp::Le) return a <= b;
  return op == BinaryOp::Gt ? a > b : a >= b;
}

} // namespace

const SampleTable::Column* SampleTable::find(const Expr& expr) const {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.expr == &expr; });
  return found != columns.end() ? &*found : nullptr;
}

std::vector<Int128> SampleTable::values_of(const Expr& expr) const {
  if (const Column* known = find(expr)) return known->values;
  if (!expr.type().is_integer()) return {};
  if (expr.kind() == ExprKind::Integer) return std::vector<Int128>(rows(), expr.value());
  if (expr.kind() == ExprKind::Cast) {
    const Type& from = expr.operand(0).type();
    const bool keeps_value = from.is_integer() && expr.type().is_signed() && expr.type().width() > from.width();
    return keeps_value ? values_of(expr.operand(0)) : std::vector<Int128>();
  }
  if (expr.kind() != ExprKind::Binary) return {};
  const BinaryOp op = expr.binary_op();
  if (op != BinaryOp::Add && op != BinaryOp::Sub && op != BinaryOp::Mul) return {};
  std::vector<Int128> result = values_of(expr.operand(0));
  const std::vector<Int128> right = values_of(expr.operand(1));
  if (result.empty() || right.empty()) return {};
  for (std::size_t row = 0; row < result.size(); ++row)
    result[row] = op == BinaryOp::Add   ? result[row] + right[row]
                  : op == BinaryOp::Sub ? result[row] - right[row]
                                        : result[row] * right[row];
  return result;
}

std::vector<bool> SampleTable::truth_of(const Expr& condition) const {
  std::vector<bool> result;
  if (const Column* flag = find(condition)) {
    for (const Int128 value : flag->values) result.push_back(value != 0);
    return result;
  }
  if (condition.kind() != ExprKind::Binary || !is_comparison(condition.binary_op())) return {};
  const std::vector<Int128> left = values_of(condition.operand(0)), right = values_of(condition.operand(1));
  if (left.empty() || right.empty()) return {};
  for (std::size_t row = 0; row < left.size(); ++row)
    result.push_back(compare(condition.binary_op(), left[row], right[row]));
  return result;
}

SampleTable SampleTable::where(const std::vector<bool>& holds, bool truth) const {
  SampleTable result;
  for (const Column& column : columns) {
    result.columns.push_back({column.expr, {}});
    for (std::size_t row = 0; row < column.values.size(); ++row)
      if (holds[row] == truth) result.columns.back().values.push_back(column.values[row]);
  }
  return result;
}

} // namespace tandem::analysis::invariants
