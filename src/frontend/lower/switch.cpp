// switch: a chain of comparisons in the order of the labels, then the body with an entry for each label. Labels may be
// anywhere in the body, also inside loops.

#include "frontend/lower/function_lowering.h"

#include <algorithm>

namespace tandem::frontend::lower {

namespace {

// Clang lists the labels in reverse order.
std::vector<const clang::SwitchCase*> labels_of(const clang::SwitchStmt& stmt) {
  std::vector<const clang::SwitchCase*> result;
  for (const clang::SwitchCase* label = stmt.getSwitchCaseList(); label != nullptr; label = label->getNextSwitchCase())
    result.push_back(label);
  std::ranges::reverse(result);
  return result;
}

struct CaseRange {
  llvm::APSInt low, high;
};

CaseRange range_of(const clang::CaseStmt& label, const clang::ASTContext& ast) {
  const llvm::APSInt low = label.getLHS()->EvaluateKnownConstInt(ast);
  return {low, label.getRHS() == nullptr ? low : label.getRHS()->EvaluateKnownConstInt(ast)};
}

Int128 as_int128(const llvm::APSInt& value) {
  const llvm::APInt wide = value.isSigned() ? value.sextOrTrunc(128) : value.zextOrTrunc(128);
  return static_cast<Int128>((static_cast<UInt128>(wide.getRawData()[1]) << 64) | wide.getRawData()[0]);
}

} // namespace

void FunctionLowering::switch_statement(const clang::SwitchStmt& stmt) {
  const Expr* chosen = &value(*stmt.getCond());
  const bool is_simple = root_variable(chosen->kind() == ExprKind::Cast ? chosen->operand(0) : *chosen) != nullptr;
  if (!chosen->is_constant() && !is_simple) chosen = &into_temporary(*chosen, range(*stmt.getCond()));

  const DraftLocation after = new_location();
  DraftLocation otherwise = after;
  for (const clang::SwitchCase* label : labels_of(stmt)) {
    cases_[label] = new_location();
    if (llvm::isa<clang::DefaultStmt>(label)) otherwise = cases_[label];
  }
  if (chosen->is_constant())
    dispatch_constant(*chosen, stmt, otherwise);
  else
    dispatch(*chosen, stmt, otherwise);

  break_targets_.push_back({after, cleanups_.size()});
  statement(*stmt.getBody());
  break_targets_.pop_back();
  join(after, stmt);
}

void FunctionLowering::dispatch(const Expr& value, const clang::SwitchStmt& stmt, DraftLocation otherwise) {
  for (const clang::SwitchCase* label : labels_of(stmt)) {
    const auto* choice = llvm::dyn_cast<clang::CaseStmt>(label);
    if (choice == nullptr) continue;
    const auto [low, high] = range_of(*choice, unit_.ast());
    if (low > high) continue; // an empty range
    const Expr& first = context().integer(value.type(), static_cast<UInt128>(as_int128(low)));
    const Expr& last = context().integer(value.type(), static_cast<UInt128>(as_int128(high)));
    const Expr* condition = &context().binary(BinaryOp::Eq, value, first);
    if (low != high)
      condition = &context().binary(BinaryOp::LogicalAnd, context().binary(BinaryOp::Ge, value, first),
                                    context().binary(BinaryOp::Le, value, last));
    const DraftLocation next = new_location();
    shared_.builder.add_branch(here_, *condition, cases_.at(label), next,
                               unit_.range({choice->getBeginLoc(), choice->getColonLoc()}));
    here_ = next;
  }
  jump(otherwise, stmt);
}

void FunctionLowering::dispatch_constant(const Expr& value, const clang::SwitchStmt& stmt, DraftLocation otherwise) {
  for (const clang::SwitchCase* label : labels_of(stmt)) {
    const auto* choice = llvm::dyn_cast<clang::CaseStmt>(label);
    if (choice == nullptr) continue;
    const auto [low, high] = range_of(*choice, unit_.ast());
    if (as_int128(low) <= value.value() && value.value() <= as_int128(high)) return jump(cases_.at(label), stmt);
  }
  jump(otherwise, stmt);
}

void FunctionLowering::case_statement(const clang::SwitchCase& stmt) {
  join(cases_.at(&stmt), stmt);
  statement(*stmt.getSubStmt());
}

} // namespace tandem::frontend::lower
