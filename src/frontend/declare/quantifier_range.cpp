#include "frontend/declare/quantifier_range.h"

namespace tandem::frontend::declare {

namespace {

bool mentions(const clang::Stmt& stmt, const clang::VarDecl& variable) {
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&stmt))
    if (reference->getDecl() == &variable) return true;
  for (const clang::Stmt* child : stmt.children())
    if (child != nullptr && mentions(*child, variable)) return true;
  return false;
}

bool is_variable(const clang::Expr& expr, const clang::VarDecl& variable) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expr.IgnoreParenImpCasts());
  return reference != nullptr && reference->getDecl() == &variable;
}

const clang::BinaryOperator* as_binary(const clang::Expr& expr, clang::BinaryOperatorKind kind) {
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr.IgnoreParenImpCasts());
  return binary != nullptr && binary->getOpcode() == kind ? binary : nullptr;
}

clang::BinaryOperatorKind turned(clang::BinaryOperatorKind op) {
  switch (op) {
  case clang::BO_LT: return clang::BO_GT;
  case clang::BO_LE: return clang::BO_GE;
  case clang::BO_GT: return clang::BO_LT;
  case clang::BO_GE: return clang::BO_LE;
  default: return op;
  }
}

// The first bounds among the conjuncts.
void find_bounds(const clang::Expr& condition, QuantifierRange& range) {
  if (const auto* both = as_binary(condition, clang::BO_LAnd)) {
    find_bounds(*both->getLHS(), range);
    return find_bounds(*both->getRHS(), range);
  }
  const auto* comparison = llvm::dyn_cast<clang::BinaryOperator>(condition.IgnoreParenImpCasts());
  if (comparison == nullptr || !comparison->isRelationalOp()) return;
  const bool is_left = is_variable(*comparison->getLHS(), *range.variable);
  if (!is_left && !is_variable(*comparison->getRHS(), *range.variable)) return;
  const clang::Expr& bound = is_left ? *comparison->getRHS() : *comparison->getLHS();
  if (mentions(bound, *range.variable)) return;
  const clang::BinaryOperatorKind op = is_left ? comparison->getOpcode() : turned(comparison->getOpcode());
  const bool is_lower = op == clang::BO_GT || op == clang::BO_GE;
  if (is_lower && range.first == nullptr) {
    range.first = &bound;
    range.excludes_first = op == clang::BO_GT;
  } else if (!is_lower && range.last == nullptr) {
    range.last = &bound;
    range.excludes_last = op == clang::BO_LT;
  }
}

// What a value of the variable must fulfil to matter: a of a ==> b, which is !(a) || (b); all of an exists.
const clang::Expr& guard(const clang::Expr& condition, bool is_forall) {
  if (!is_forall) return condition;
  const auto* implication = as_binary(condition, clang::BO_LOr);
  if (implication == nullptr) return condition;
  const auto* negation = llvm::dyn_cast<clang::UnaryOperator>(implication->getLHS()->IgnoreParenImpCasts());
  return negation != nullptr && negation->getOpcode() == clang::UO_LNot ? *negation->getSubExpr() : condition;
}

} // namespace

QuantifierRange quantifier_range(const clang::CallExpr& quantifier, bool is_forall, const Unit& unit) {
  const std::string name = is_forall ? "__CPROVER_forall" : "__CPROVER_exists";
  const auto refuse = [&](const std::string& what) {
    throw InputError(unit.position(quantifier.getBeginLoc()), name + ": " + what);
  };
  QuantifierRange result;
  const auto* block = llvm::dyn_cast<clang::StmtExpr>(quantifier.getArg(0)->IgnoreParenImpCasts());
  for (const clang::Stmt* part : block->getSubStmt()->body()) {
    const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(part);
    if (declaration != nullptr && declaration->isSingleDecl() && result.variable == nullptr)
      result.variable = llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl());
    else if (declaration != nullptr)
      refuse("expected one variable, found several");
    else if (const auto* value = llvm::dyn_cast<clang::ValueStmt>(part))
      result.condition = value->getExprStmt();
  }
  if (result.variable == nullptr || result.condition == nullptr || !result.variable->getType()->isIntegerType())
    refuse("expected { type variable; condition } with a variable of integer type");
  const clang::Expr& where = guard(*result.condition, is_forall);
  if (!is_forall || &where != result.condition) find_bounds(where, result);
  const bool has_first = result.first != nullptr || result.variable->getType()->isUnsignedIntegerType();
  if (!has_first || result.last == nullptr)
    refuse("the variable '" + result.variable->getName().str() +
           "' has no range, expected lower <= " + result.variable->getName().str() + " && " +
           result.variable->getName().str() + " < upper " + (is_forall ? "==> condition" : "&& condition"));
  return result;
}

} // namespace tandem::frontend::declare
