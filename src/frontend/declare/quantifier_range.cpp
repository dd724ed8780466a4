#include "frontend/declare/quantifier_range.h"

#include <set>

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

enum class Wanted : std::uint8_t { Holds, Fails };

Wanted opposite(Wanted wanted) { return wanted == Wanted::Holds ? Wanted::Fails : Wanted::Holds; }

void add_bound(const clang::Expr& bound, clang::BinaryOperatorKind op, QuantifierRange& range) {
  const bool is_value = op == clang::BO_EQ;
  if (range.first == nullptr && (is_value || op == clang::BO_GT || op == clang::BO_GE)) {
    range.first = &bound;
    range.excludes_first = op == clang::BO_GT;
  }
  if (range.last == nullptr && (is_value || op == clang::BO_LT || op == clang::BO_LE)) {
    range.last = &bound;
    range.excludes_last = op == clang::BO_LT;
  }
}

// The first bounds of the values for which the condition holds, or fails.
void find_bounds(const clang::Expr& condition, Wanted wanted, const clang::ASTContext& ast, QuantifierRange& range) {
  const clang::Expr& plain = *condition.IgnoreParenImpCasts();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&plain);
      unary != nullptr && unary->getOpcode() == clang::UO_LNot)
    return find_bounds(*unary->getSubExpr(), opposite(wanted), ast, range);
  if (const auto* both = as_binary(plain, wanted == Wanted::Holds ? clang::BO_LAnd : clang::BO_LOr)) {
    find_bounds(*both->getLHS(), wanted, ast, range);
    return find_bounds(*both->getRHS(), wanted, ast, range);
  }
  const auto* comparison = llvm::dyn_cast<clang::BinaryOperator>(&plain);
  if (comparison == nullptr || !comparison->isComparisonOp()) return;
  const bool is_left = is_variable(*comparison->getLHS(), *range.variable);
  if (!is_left && !is_variable(*comparison->getRHS(), *range.variable)) return;
  const clang::Expr& bound = is_left ? *comparison->getRHS() : *comparison->getLHS();
  if (mentions(bound, *range.variable)) return;
  clang::BinaryOperatorKind op = is_left ? comparison->getOpcode() : turned(comparison->getOpcode());
  if (wanted == Wanted::Fails) op = clang::BinaryOperator::negateComparisonOp(op);
  if (op == clang::BO_NE) return;
  // A value of another type is none of the variable's, perhaps.
  if (op == clang::BO_EQ && !ast.hasSameUnqualifiedType(bound.getType(), range.variable->getType())) return;
  add_bound(bound, op, range);
}

// Whether some value of the variable is outside the range, of which one end may be missing.
bool leaves_out_values(const QuantifierRange& range, const clang::ASTContext& ast) {
  const clang::QualType type = range.variable->getType();
  const unsigned width = ast.getIntWidth(type);
  const bool is_unsigned = type->isUnsignedIntegerType();
  const auto is_inside = [&](const clang::Expr* bound, const llvm::APSInt& end, bool excludes) {
    clang::Expr::EvalResult result;
    if (bound == nullptr || bound->getType()->isUnsignedIntegerType() != is_unsigned ||
        !bound->EvaluateAsInt(result, ast))
      return false;
    return excludes || llvm::APSInt::compareValues(result.Val.getInt(), end) != 0;
  };
  return is_inside(range.first, llvm::APSInt::getMinValue(width, is_unsigned), range.excludes_first) ||
         is_inside(range.last, llvm::APSInt::getMaxValue(width, is_unsigned), range.excludes_last);
}

// Fills in all but the variable and the condition.
void find_range(QuantifierRange& range, bool is_forall, const clang::ASTContext& ast) {
  const Wanted wanted = is_forall ? Wanted::Fails : Wanted::Holds;
  QuantifierRange others;
  others.variable = range.variable;
  find_bounds(*range.condition, opposite(wanted), ast, others);
  if (leaves_out_values(others, ast)) range.decided = !is_forall;
  find_bounds(*range.condition, wanted, ast, range);
}

// Variables that the statement declares, or that an inner quantifier has for its own, are seen before they are read.
void find_terms(const clang::Stmt& stmt, std::set<const clang::VarDecl*>& seen, QuantifierTerms& terms) {
  if (const auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(&stmt);
      literal != nullptr && literal->getValue().getActiveBits() < 64)
    terms.numbers.push_back(static_cast<Int128>(literal->getValue().getZExtValue()));
  if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(&stmt);
      address != nullptr && address->getOpcode() == clang::UO_AddrOf)
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParens()))
      seen.insert(llvm::dyn_cast<clang::VarDecl>(reference->getDecl()));
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(&stmt))
    for (const clang::Decl* decl : declaration->decls()) seen.insert(llvm::dyn_cast<clang::VarDecl>(decl));
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&stmt)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable != nullptr && variable->getType()->isIntegerType() && seen.insert(variable).second)
      terms.variables.push_back(reference);
    const llvm::StringRef name = reference->getDecl()->getIdentifier() ? reference->getDecl()->getName() : "";
    terms.is_nested |= name.ends_with("_forall") || name.ends_with("_exists");
  }
  for (const clang::Stmt* child : stmt.children())
    if (child != nullptr) find_terms(*child, seen, terms);
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
  find_range(result, is_forall, unit.ast());
  return result;
}

void refuse_without_range(const clang::CallExpr& quantifier, const QuantifierRange& range, bool is_forall,
                          const Unit& unit) {
  const std::string name = range.variable->getName().str();
  throw InputError(unit.position(quantifier.getBeginLoc()),
                   std::string(is_forall ? "__CPROVER_forall" : "__CPROVER_exists") + ": the variable '" + name +
                       "' has no range, expected lower <= " + name + " && " + name + " < upper " +
                       (is_forall ? "==> condition" : "&& condition"));
}

std::optional<QuantifierRange> esbmc_quantifier_range(const clang::CallExpr& quantifier, bool is_forall,
                                                      const Unit& unit) {
  if (quantifier.getNumArgs() != 2) return std::nullopt;
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(quantifier.getArg(0)->IgnoreParenCasts());
  if (address == nullptr || address->getOpcode() != clang::UO_AddrOf) return std::nullopt;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParens());
  QuantifierRange result;
  result.variable = reference == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  result.condition = quantifier.getArg(1);
  if (result.variable == nullptr || !result.variable->hasLocalStorage() || !result.variable->getType()->isIntegerType())
    return std::nullopt;
  find_range(result, is_forall, unit.ast());
  return result;
}

QuantifierTerms quantifier_terms(const QuantifierRange& quantifier) {
  QuantifierTerms terms;
  std::set<const clang::VarDecl*> seen{quantifier.variable};
  find_terms(*quantifier.condition, seen, terms);
  return terms;
}

std::vector<Int128> numbers_in(const clang::Stmt& body) {
  QuantifierTerms terms;
  std::set<const clang::VarDecl*> seen;
  find_terms(body, seen, terms);
  return std::move(terms.numbers);
}

bool QuantifierRange::is_complete() const {
  return decided || (last != nullptr && (first != nullptr || variable->getType()->isUnsignedIntegerType()));
}

} // namespace tandem::frontend::declare
