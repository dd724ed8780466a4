// Lvalues: variables, dereferences, members and elements, and the temporaries that hold returned records.

#include "frontend/lower/function_lowering.h"

#include "base/core/require.h"

namespace tandem::frontend::lower {

const Expr& FunctionLowering::lvalue(const clang::Expr& expr) {
  switch (expr.getStmtClass()) {
  case clang::Stmt::ParenExprClass: return lvalue(*llvm::cast<clang::ParenExpr>(expr).getSubExpr());
  case clang::Stmt::ConstantExprClass: return lvalue(*llvm::cast<clang::ConstantExpr>(expr).getSubExpr());
  case clang::Stmt::DeclRefExprClass: return reference(llvm::cast<clang::DeclRefExpr>(expr));
  case clang::Stmt::MemberExprClass: return member(llvm::cast<clang::MemberExpr>(expr));
  case clang::Stmt::ArraySubscriptExprClass: return subscript(llvm::cast<clang::ArraySubscriptExpr>(expr));
  case clang::Stmt::UnaryOperatorClass: return unary_lvalue(llvm::cast<clang::UnaryOperator>(expr));
  case clang::Stmt::StringLiteralClass:
    return context().variable(shared_.declarations.string_literal(llvm::cast<clang::StringLiteral>(expr), unit_));
  case clang::Stmt::PredefinedExprClass: return lvalue(*llvm::cast<clang::PredefinedExpr>(expr).getFunctionName());
  case clang::Stmt::CompoundLiteralExprClass: return compound_literal(llvm::cast<clang::CompoundLiteralExpr>(expr));
  case clang::Stmt::GenericSelectionExprClass:
    return lvalue(*llvm::cast<clang::GenericSelectionExpr>(expr).getResultExpr());
  case clang::Stmt::ChooseExprClass: return lvalue(*llvm::cast<clang::ChooseExpr>(expr).getChosenSubExpr());
  case clang::Stmt::ExtVectorElementExprClass:
    if (expr.getType()->isVectorType() && expr.isGLValue()) break;
    return swizzle(llvm::cast<clang::ExtVectorElementExpr>(expr));
  case clang::Stmt::OpaqueValueExprClass: return *opaque_values_.at(&llvm::cast<clang::OpaqueValueExpr>(expr));
  default: break;
  }
  if (expr.isGLValue()) refuse(expr, std::string("the expression ") + expr.getStmtClassName() + " as an lvalue");
  return materialize(expr);
}

// A record that is not an lvalue (returned by a function, for instance), of which a member is used.
const Expr& FunctionLowering::materialize(const clang::Expr& expr) { return stored(value(expr), expr); }

const Expr& FunctionLowering::reference(const clang::DeclRefExpr& expr) {
  const auto* decl = llvm::dyn_cast<clang::VarDecl>(expr.getDecl());
  require(decl != nullptr, "only variables should be lvalues");
  const Expr& result = context().variable(variable(*decl));
  const Type& expected = type_of(expr);
  // Another file may define it with another type, or with a length that is unknown here.
  const bool same_elements =
      result.type().is_array() && expected.is_array() && &result.type().element() == &expected.element();
  return &result.type() == &expected || same_elements ? result : pointee(context().address_of(result), expected);
}

const Variable& FunctionLowering::variable(const clang::VarDecl& decl) {
  if (decl.hasGlobalStorage()) return shared_.declarations.variable(decl, unit_, function_);
  const auto found = locals_.find(decl.getCanonicalDecl());
  require(found != locals_.end(), "a local should be declared before it is used");
  return *found->second;
}

const Variable& FunctionLowering::add_local(const clang::VarDecl& decl, VariableKind kind) {
  const Variable*& known = locals_[decl.getCanonicalDecl()];
  if (known != nullptr) return *known;
  Variable& result = context().add_variable({
      .kind = kind,
      .source_name = decl.getName().str(),
      .type = &shared_.types.lower(decl.getType(), {unit_, decl.getLocation()}),
      .owner = function_,
      .range = unit_.range(decl.getSourceRange()),
      .scope = kind == VariableKind::Local ? scope_ : SourceRange(),
      .explicit_align = unit_.explicit_align(decl),
  });
  shared_.types.note_declaration(result, decl.getType());
  if (kind != VariableKind::Parameter) shared_.builder.add_local(*function_, result);
  unnamed_.push_back({&result, result.source_name.empty() ? "unnamed" : result.source_name});
  effects_.add_local(result, *decl.getCanonicalDecl());
  return *(known = &result);
}

const Expr& FunctionLowering::member(const clang::MemberExpr& expr) {
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(expr.getMemberDecl());
  require(field != nullptr, "a member should be a field");
  const clang::Expr& base = *expr.getBase();
  if (!expr.isArrow()) return context().field(lvalue(base), field->getFieldIndex());
  const Type& record = type(base.getType()->getPointeeType(), base);
  return context().field(pointee(value(base), record), field->getFieldIndex());
}

const Expr& FunctionLowering::pointee(const Expr& pointer, const Type& element) {
  return context().deref(convert(pointer, types().pointer_to(element)));
}

const Expr& FunctionLowering::unary_lvalue(const clang::UnaryOperator& op) {
  if (op.getOpcode() == clang::UO_Extension) return lvalue(*op.getSubExpr());
  const bool is_imaginary = op.getOpcode() == clang::UO_Imag;
  if ((is_imaginary || op.getOpcode() == clang::UO_Real) && op.isGLValue())
    return op.getSubExpr()->getType()->isAnyComplexType()
               ? context().field(lvalue(*op.getSubExpr()), is_imaginary ? 1 : 0)
               : lvalue(*op.getSubExpr());
  if (op.getOpcode() == clang::UO_Deref) return pointee(value(*op.getSubExpr()), type_of(op));
  return materialize(op);
}

const Expr& FunctionLowering::subscript(const clang::ArraySubscriptExpr& expr) {
  const clang::Expr& base = *expr.getBase()->IgnoreParens();
  const clang::Expr* later[] = {expr.getIdx()};
  if (base.getType()->isVectorType()) {
    const Expr& vector = hold_lvalue(lvalue(base), later, base);
    return lane(vector, value(*expr.getIdx()));
  }
  const auto* decayed = llvm::dyn_cast<clang::ImplicitCastExpr>(&base);
  const bool is_array = decayed != nullptr && decayed->getCastKind() == clang::CK_ArrayToPointerDecay &&
                        !decayed->getSubExpr()->getType()->isVariableArrayType();
  if (is_array) {
    const Expr& array = lvalue(*decayed->getSubExpr());
    if (array.type().is_array()) {
      const Expr& fixed = hold_lvalue(array, later, base);
      return context().index(fixed, value(*expr.getIdx()));
    }
  }
  const Expr& pointer = hold(value(base), later, base);
  return pointee(pointer_plus({pointer, base.getType()}, value(*expr.getIdx()), expr), type_of(expr));
}

const Expr& FunctionLowering::compound_literal(const clang::CompoundLiteralExpr& expr) {
  if (expr.isFileScope() || function_ == nullptr)
    return context().variable(shared_.declarations.compound_literal(expr, unit_));
  const Variable*& literal = literals_[&expr];
  if (literal == nullptr) {
    Variable& made = context().add_variable({.kind = VariableKind::Temporary,
                                             .type = &type_of(expr),
                                             .owner = function_,
                                             .range = range(expr),
                                             .scope = scope_});
    shared_.builder.add_local(*function_, made);
    unnamed_.push_back({&made, "literal"});
    literal = &made;
  }
  step({.kind = OpKind::Declare, .variable = literal}, range(expr)); // its block may be entered once more
  effects_.add_exposed(*literal);
  const Expr& result = context().variable(*literal);
  initialize({result, Background::Undefined, range(expr)}, *expr.getInitializer());
  return result;
}

} // namespace tandem::frontend::lower
