// Labels as values and computed goto (GNU C). A label's address is a small number that no object has; a computed goto
// compares its operand with the numbers of all labels of the function whose addresses are taken.

#include "frontend/lower/function_lowering.h"

#include <algorithm>

namespace tandem::frontend::lower {

const Expr& FunctionLowering::label_address(const clang::AddrLabelExpr& expr) {
  return context().integer(type_of(expr), UInt128{shared_.declarations.label_number(*expr.getLabel())});
}

void FunctionLowering::computed_goto(const clang::IndirectGotoStmt& stmt) {
  if (!cleanups_.empty()) refuse(stmt, "a computed goto in the scope of a variable with the attribute cleanup");
  const Expr& computed = value(*stmt.getTarget());
  const Expr& target = computed.is_constant() ? computed : into_temporary(computed, range(stmt));
  for (const clang::LabelDecl* decl : labels_with_address()) {
    const Expr& number = context().integer(target.type(), UInt128{shared_.declarations.label_number(*decl)});
    const DraftLocation next = new_location();
    shared_.builder.add_branch(here_, context().binary(BinaryOp::Eq, target, number), label(*decl), next, range(stmt));
    here_ = next;
  }
  dead_end("__builtin_unreachable", *stmt.getTarget());
}

// In the order of the source, also those in initial values of static variables.
const std::vector<const clang::LabelDecl*>& FunctionLowering::labels_with_address() {
  if (labels_with_address_) return *labels_with_address_;
  labels_with_address_.emplace();
  llvm::SmallVector<const clang::Stmt*, 64> work{body_};
  while (!work.empty()) {
    const clang::Stmt* stmt = work.pop_back_val();
    if (const auto* taken = llvm::dyn_cast<clang::AddrLabelExpr>(stmt))
      if (std::ranges::find(*labels_with_address_, taken->getLabel()) == labels_with_address_->end())
        labels_with_address_->push_back(taken->getLabel());
    const llvm::SmallVector<const clang::Stmt*, 8> children(stmt->child_begin(), stmt->child_end());
    for (const clang::Stmt* child : llvm::reverse(children))
      if (child != nullptr) work.push_back(child);
  }
  return *labels_with_address_;
}

} // namespace tandem::frontend::lower
