// A flow-insensitive approximation on the syntax tree: each expression has flags (it makes edges, writes locals, writes
// memory), cached by node. A local is exposed, hence possibly changed by writes to memory, if its address is taken
// anywhere in the function; this is computed once, when first needed.

#include "frontend/lower/effects.h"

#include "frontend/lower/builtins.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace tandem::frontend::lower {

namespace {

// The variable that contains an lvalue, if no pointer is followed; else nullptr.
const clang::VarDecl* base_variable(const clang::Expr& lvalue) {
  const clang::Expr* at = &lvalue;
  while (true) {
    at = at->IgnoreParens();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(at)) {
      if (member->isArrow()) return nullptr;
      at = member->getBase();
    } else if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(at)) {
      const clang::Expr* base = subscript->getBase()->IgnoreParens();
      if (base->getType()->isVectorType()) {
        at = base;
        continue;
      }
      const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(base);
      if (decay == nullptr || decay->getCastKind() != clang::CK_ArrayToPointerDecay) return nullptr;
      at = decay->getSubExpr();
    } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(at)) {
      at = cast->getSubExpr();
    } else if (const auto* lanes = llvm::dyn_cast<clang::ExtVectorElementExpr>(at); lanes != nullptr) {
      if (lanes->isArrow()) return nullptr;
      at = lanes->getBase();
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(at);
               unary != nullptr && unary->getOpcode() != clang::UO_Deref) {
      at = unary->getSubExpr(); // a part of a complex number, or __extension__
    } else {
      // A variable-length array is a pointer to memory.
      const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(at);
      if (reference == nullptr || reference->getType()->isVariableArrayType()) return nullptr;
      return llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    }
  }
}

// Of the library.
constexpr std::array<std::string_view, 9> computing{
    "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strlen", "memcmp", "strcoll", "abs", "labs",
};

// Which change nothing themselves.
constexpr std::array<std::string_view, 4> quantifiers{"__ESBMC_forall", "__ESBMC_exists", "__tandem_forall",
                                                      "__tandem_exists"};

bool is_one_of(std::span<const std::string_view> names, llvm::StringRef name) {
  return std::ranges::find(names, std::string_view(name)) != names.end();
}

bool is_own_local(const clang::Expr& lvalue) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(lvalue.IgnoreParens());
  const auto* variable = reference == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  return variable != nullptr && variable->hasLocalStorage();
}

constexpr unsigned deepest_callee = 4;

// Whether a statement changes nothing but variables of its own function, and calls nothing that does. At depth 0, the
// function is not entered yet.
bool changes_only_locals(const clang::Stmt& stmt, unsigned depth) {
  const auto changes = [&](const clang::Expr& target) { return depth == 0 || !is_own_local(target); };
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&stmt))
    if (binary->isAssignmentOp() && changes(*binary->getLHS())) return false;
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&stmt))
    if (unary->isIncrementDecrementOp() && changes(*unary->getSubExpr())) return false;
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&stmt)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const clang::FunctionDecl* definition = nullptr;
    if (callee == nullptr || callee->getIdentifier() == nullptr) return false;
    if (callee->hasBody(definition)) {
      if (depth == deepest_callee || !changes_only_locals(*definition->getBody(), depth + 1)) return false;
    } else if (!is_one_of(computing, callee->getName()) && !is_one_of(quantifiers, callee->getName())) {
      return false;
    }
  }
  if (llvm::isa<clang::AsmStmt>(stmt) || llvm::isa<clang::AtomicExpr>(stmt) || llvm::isa<clang::VAArgExpr>(stmt))
    return false;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(&stmt))
    for (const clang::Decl* decl : declaration->decls())
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl); variable != nullptr && variable->isStaticLocal())
        return false;
  return std::ranges::all_of(stmt.children(), [&](const clang::Stmt* child) {
    return child == nullptr || changes_only_locals(*child, depth);
  });
}

} // namespace

bool changes_nothing_else(const clang::FunctionDecl& function) { return changes_only_locals(*function.getBody(), 1); }
bool changes_nothing(const clang::Expr& expr) { return changes_only_locals(expr, 0); }

llvm::SmallVector<const clang::Stmt*, 4> evaluated_children(const clang::Stmt& stmt) {
  llvm::SmallVector<const clang::Stmt*, 4> result;
  if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(&stmt))
    if (!trait->getTypeOfArgument()->isVariablyModifiedType()) return result;
  if (const auto* generic = llvm::dyn_cast<clang::GenericSelectionExpr>(&stmt)) {
    result.push_back(generic->getResultExpr());
  } else if (const auto* choose = llvm::dyn_cast<clang::ChooseExpr>(&stmt)) {
    result.push_back(choose->getChosenSubExpr());
  } else if (const auto* elvis = llvm::dyn_cast<clang::BinaryConditionalOperator>(&stmt)) {
    result.append({elvis->getCommon(), elvis->getCond(), elvis->getFalseExpr()});
  } else {
    for (const clang::Stmt* child : stmt.children())
      if (child != nullptr) result.push_back(child);
  }
  return result;
}

std::uint8_t Effects::flags(const clang::Stmt& stmt) {
  const auto known = flags_.find(&stmt);
  if (known != flags_.end()) return known->second;
  std::uint8_t result = own_flags(stmt);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(&stmt);
  if (call == nullptr || !is_unevaluated_builtin(*call))
    for (const clang::Stmt* child : evaluated_children(stmt)) result |= flags(*child);
  flags_[&stmt] = result;
  return result;
}

// Whether the expression is computed part by part, in edges of its own.
bool has_parts(const clang::Stmt& stmt) {
  const auto* expr = llvm::dyn_cast<clang::Expr>(&stmt);
  if (expr == nullptr || llvm::isa<clang::DeclRefExpr>(expr)) return false;
  const auto is_composed = [](const clang::Expr& part) {
    return part.getType()->isVectorType() || part.getType()->isAnyComplexType() || is_half(part.getType());
  };
  if (is_composed(*expr)) return true;
  const auto operands = evaluated_children(stmt);
  return std::ranges::any_of(operands, [&](const clang::Stmt* child) {
    const auto* operand = llvm::dyn_cast<clang::Expr>(child);
    return operand != nullptr && operand->isPRValue() && is_composed(*operand);
  });
}

std::uint8_t Effects::own_flags(const clang::Stmt& stmt) {
  const std::uint8_t flags = flags_of_kind(stmt);
  return has_parts(stmt) ? static_cast<std::uint8_t>(flags | Steps) : flags;
}

std::uint8_t Effects::flags_of_kind(const clang::Stmt& stmt) {
  switch (stmt.getStmtClass()) {
  case clang::Stmt::CallExprClass: return call_flags(llvm::cast<clang::CallExpr>(stmt));
  case clang::Stmt::BinaryOperatorClass:
  case clang::Stmt::CompoundAssignOperatorClass: {
    const auto& binary = llvm::cast<clang::BinaryOperator>(stmt);
    return binary.isAssignmentOp() ? Steps | write_flags(*binary.getLHS()) : None;
  }
  case clang::Stmt::UnaryOperatorClass: {
    const auto& unary = llvm::cast<clang::UnaryOperator>(stmt);
    return unary.isIncrementDecrementOp() ? Steps | write_flags(*unary.getSubExpr()) : None;
  }
  case clang::Stmt::CStyleCastExprClass:
    return llvm::cast<clang::CastExpr>(stmt).getCastKind() == clang::CK_ToUnion ? Steps : None;
  case clang::Stmt::StmtExprClass:
  case clang::Stmt::CompoundLiteralExprClass: return Steps;
  case clang::Stmt::VAArgExprClass:
  case clang::Stmt::AtomicExprClass:
  case clang::Stmt::GCCAsmStmtClass: return Steps | WritesMemory;
  default: return None; // everything else only combines its operands
  }
}

std::uint8_t Effects::call_flags(const clang::CallExpr& call) const {
  if (is_unevaluated_builtin(call) || is_transparent_builtin(call)) return None;
  return only_computes(call) ? Steps : Steps | WritesMemory;
}

std::uint8_t Effects::write_flags(const clang::Expr& target) const {
  const clang::VarDecl* variable = base_variable(target);
  return variable != nullptr && variable->hasLocalStorage() ? WritesLocals : WritesMemory;
}

Effects::Writes Effects::writes(std::span<const clang::Expr* const> exprs) {
  Writes result;
  llvm::SmallVector<const clang::Stmt*, 16> work(exprs.begin(), exprs.end());
  while (!work.empty()) {
    const clang::Stmt& stmt = *work.pop_back_val();
    const std::uint8_t all = flags(stmt);
    if (all & WritesMemory) result.memory = true;
    if (!(all & WritesLocals)) continue;
    const clang::Expr* target = nullptr;
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&stmt))
      target = binary->isAssignmentOp() ? binary->getLHS() : nullptr;
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&stmt))
      target = unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
    if (target != nullptr && write_flags(*target) == WritesLocals) result.locals.insert(base_variable(*target));
    for (const clang::Stmt* child : evaluated_children(stmt)) work.push_back(child);
  }
  return result;
}

bool Effects::may_change(const Expr& value, std::span<const clang::Expr* const> later) {
  if (value.is_constant()) return false;
  std::uint8_t all = None;
  for (const clang::Expr* expr : later) all |= flags(*expr);
  if ((all & (WritesLocals | WritesMemory)) == 0) return false;
  Writes written = writes(later);
  if (std::exchange(written.memory, false) && reads_memory(value)) return true;
  return !written.locals.empty() && may_change(value, written);
}

bool Effects::may_change(const Expr& value, const Writes& writes) {
  if (!writes.memory || !writes.locals.empty() || value.operand_count() == 0) return may_change_unknown(value, writes);
  const auto known = reads_memory_.find(&value);
  if (known != reads_memory_.end()) return known->second;
  return reads_memory_[&value] = may_change_unknown(value, writes);
}

bool Effects::may_change_unknown(const Expr& value, const Writes& writes) {
  switch (value.kind()) {
  case ExprKind::Variable: {
    const Variable& variable = value.variable();
    if (writes.memory && is_exposed(variable)) return true;
    const auto decl = locals_.find(&variable);
    return decl != locals_.end() && writes.locals.contains(decl->second);
  }
  case ExprKind::Deref:
    if (writes.memory) return true;
    for (const clang::VarDecl* local : writes.locals)
      if (is_exposed(*local)) return true;
    break;
  case ExprKind::AddressOf: {
    // Only the operands of the address computation matter.
    const Expr* lvalue = &value.operand(0);
    for (; lvalue->kind() == ExprKind::Field || lvalue->kind() == ExprKind::Index; lvalue = &lvalue->operand(0))
      if (lvalue->kind() == ExprKind::Index && may_change(lvalue->operand(1), writes)) return true;
    return lvalue->kind() == ExprKind::Deref && may_change(lvalue->operand(0), writes);
  }
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::String:
  case ExprKind::Zero:
  case ExprKind::FunctionAddress: return false;
  case ExprKind::Field:
  case ExprKind::Index:
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::Cast:
  case ExprKind::Conditional: break;
  case ExprKind::Query: return true;
  }
  for (const Expr* operand : value.operands())
    if (may_change(*operand, writes)) return true;
  return false;
}

bool Effects::reads_memory(const Expr& value) {
  Writes all;
  all.memory = true;
  return may_change(value, all);
}

bool Effects::is_exposed(const Variable& variable) {
  if (variable.is_global()) return true;
  const auto decl = locals_.find(&variable);
  return decl == locals_.end() ? exposed_temporaries_.contains(&variable) : is_exposed(*decl->second);
}

bool Effects::is_exposed(const clang::VarDecl& decl) {
  if (!exposed_known_) find_exposed();
  return exposed_.contains(&decl);
}

// A local whose address is taken, or an array that decays to a pointer other than in a subscript.
void Effects::find_exposed() {
  exposed_known_ = true;
  llvm::SmallVector<const clang::Stmt*, 64> work;
  if (body_ != nullptr) work.push_back(body_);
  while (!work.empty()) {
    const clang::Stmt* stmt = work.pop_back_val();
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(stmt)) {
      const clang::Expr* base = subscript->getBase()->IgnoreParens();
      const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(base);
      const bool direct = decay != nullptr && decay->getCastKind() == clang::CK_ArrayToPointerDecay;
      work.push_back(direct ? decay->getSubExpr() : base);
      work.push_back(subscript->getIdx());
      continue;
    }
    const clang::Expr* exposed = nullptr;
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(stmt))
      exposed = unary->getOpcode() == clang::UO_AddrOf ? unary->getSubExpr() : nullptr;
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(stmt))
      exposed = cast->getCastKind() == clang::CK_ArrayToPointerDecay ? cast->getSubExpr() : nullptr;
    if (exposed != nullptr)
      if (const clang::VarDecl* variable = base_variable(*exposed)) exposed_.insert(variable);
    for (const clang::Stmt* child : stmt->children())
      if (child != nullptr) work.push_back(child);
  }
}

} // namespace tandem::frontend::lower
