// What has to hold before an operation is executed so that nothing in it overflows, divides by zero, leaves an object,
// …
#pragma once

#include "program/model/check_kind.h"
#include "program/model/context.h"
#include "transform/checks/memory_checks.h"
#include "transform/checks/value_checks.h"
#include "transform/checks/value_range.h"

#include <set>
#include <string>
#include <vector>

namespace tandem::transform::checks {

class ArithmeticChecks {
public:
  ArithmeticChecks(Context& context, const std::vector<CheckKind>& kinds)
      : context_(context), kinds_(kinds), memory_(context, kinds), values_(context, kinds) {}

  ValueChecks& values() { return values_; }

  // In the order of evaluation: those of operands first. What types and constants alone imply is left out. Conditions
  // evaluate only what the checks before them have found right.
  std::vector<ExprCheck> of(const Operation& op);

private:
  bool is_wanted(CheckKind kind) const;
  void visit(const Expr& expr, const Expr* guard);
  void visit_parts(const Expr& lvalue, const Expr* guard);
  void visit_arm(const Expr& arm, const Expr* guard, const Expr& condition, bool truth);
  void check(const Expr& expr, const Expr* guard);
  void check_unary(const Expr& expr, const Expr* guard);
  void check_binary(const Expr& expr, const Expr* guard);
  void check_shift(const Expr& expr, const Expr* guard);
  void check_shifted(const Expr& expr, const Expr* guard);
  void check_cast(const Expr& expr, const Expr* guard);
  void check_float(const Expr& expr, const Expr* guard);
  void add(CheckKind kind, const Expr& condition, const Expr* guard, std::string text);
  void add(std::vector<ExprCheck> checks, const Expr* guard);
  void visit_assigned(const Operation& op);

  const Expr* fits(const Expr& expr);
  const Expr& sum_fits(const Expr& left, const Expr& right);
  const Expr& difference_fits(const Expr& left, const Expr& right);
  const Expr& product_fits(const Expr& expr);
  const Expr& unsigned_fits(const Expr& expr);
  const Expr& left_shift_fits(const Expr& expr);
  const Expr& is_finite(const Expr& value);
  const Expr& is_below(const Expr& value, Int128 bound);

  const Expr& number(const Type& type, Int128 value);
  const Expr& lowest(const Type& type);
  const Expr& highest(const Type& type);
  const Expr& binary(BinaryOp op, const Expr& left, const Expr& right) { return context_.binary(op, left, right); }
  const Expr& both(const Expr& left, const Expr& right) { return binary(BinaryOp::LogicalAnd, left, right); }
  const Expr& either(const Expr& left, const Expr& right) { return binary(BinaryOp::LogicalOr, left, right); }
  const Expr& negated(const Expr& condition) { return context_.unary(UnaryOp::LogicalNot, condition); }

  Context& context_;
  std::vector<CheckKind> kinds_;
  MemoryChecks memory_;
  ValueChecks values_;
  ValueRanges ranges_;
  std::vector<ExprCheck> result_;
  std::set<std::pair<const Expr*, const Expr*>> visited_; // expressions with their guards
};

} // namespace tandem::transform::checks
