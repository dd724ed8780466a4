// Arrays of variable length (docs/decisions/004-vla-as-alloca.md). Such an array is a pointer to its innermost
// elements, allocated where it is declared; its lengths are kept in temporaries when its type is evaluated. Pointers to
// such arrays are pointers to innermost elements too, with explicit scaling.

#include "frontend/lower/function_lowering.h"

namespace tandem::frontend::lower {

void FunctionLowering::evaluate_lengths(clang::QualType type, const clang::Stmt& at) {
  while (type->isVariablyModifiedType()) {
    if (llvm::isa<clang::TypedefType>(type)) return; // evaluated at the typedef
    if (const auto* decayed = llvm::dyn_cast<clang::DecayedType>(type)) {
      // The outermost length of a parameter does not matter, but its side effects do.
      const clang::VariableArrayType* array = unit_.ast().getAsVariableArrayType(decayed->getOriginalType());
      if (array != nullptr && array->getSizeExpr() != nullptr) effect(*array->getSizeExpr());
      type = decayed->getPointeeType();
    } else if (const auto* array = llvm::dyn_cast<clang::ArrayType>(type)) {
      if (const auto* variable = llvm::dyn_cast<clang::VariableArrayType>(array))
        if (const clang::Expr* length = variable->getSizeExpr()) {
          const Expr& count = convert(value(*length), types().size_type());
          const Expr*& kept = lengths_[length];
          if (kept == nullptr) kept = &context().variable(new_temporary(types().size_type(), range(*length)));
          assign(*kept, count, range(*length));
        }
      type = array->getElementType();
    } else if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(type)) {
      type = pointer->getPointeeType();
    } else if (const auto* function = llvm::dyn_cast<clang::FunctionType>(type)) {
      type = function->getReturnType();
    } else {
      const clang::QualType inner = type.getSingleStepDesugaredType(unit_.ast());
      if (inner == type) refuse(at, "a variable-length array in this type");
      type = inner;
    }
  }
}

const Expr& FunctionLowering::length_of(const clang::VariableArrayType& array, const clang::Stmt& at) {
  const auto found = lengths_.find(array.getSizeExpr());
  if (found == lengths_.end()) refuse(at, "an array of unspecified length here");
  return *found->second;
}

const Expr* FunctionLowering::element_count(clang::QualType type, const clang::Stmt& at) {
  const Expr* result = nullptr;
  while (const clang::VariableArrayType* array = unit_.ast().getAsVariableArrayType(type)) {
    const Expr& length = length_of(*array, at);
    result = result == nullptr ? &length : &context().binary(BinaryOp::Mul, *result, length);
    type = array->getElementType();
  }
  return result;
}

const Expr& FunctionLowering::byte_size(clang::QualType type, const clang::Stmt& at) {
  const Type& innermost = this->type(declare::Types::innermost_element(type, unit_.ast()), at);
  const Expr& one = context().integer(types().size_type(), UInt128{innermost.size()});
  const Expr* count = element_count(type, at);
  return count == nullptr ? one : context().binary(BinaryOp::Mul, *count, one);
}

const Expr& FunctionLowering::array_pointer(const clang::Expr& array) {
  const clang::Expr& inner = *array.IgnoreParens();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&inner)) return this->reference(*reference);
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(&inner)) {
    const clang::Expr* operands[] = {subscript->getBase(), subscript->getIdx()};
    const std::vector<const Expr*> lowered = values(operands);
    return pointer_plus({*lowered[0], subscript->getBase()->getType()}, *lowered[1], inner);
  }
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&inner);
  if (unary != nullptr && unary->getOpcode() == clang::UO_Deref) return value(*unary->getSubExpr());
  if (unary != nullptr && unary->getOpcode() == clang::UO_Extension) return array_pointer(*unary->getSubExpr());
  refuse(inner, std::string("the expression ") + inner.getStmtClassName() + " for an array of variable length");
}

void FunctionLowering::allocate_array(const clang::VarDecl& decl, const Variable& pointer) {
  const clang::Stmt& at = *unit_.ast().getAsVariableArrayType(decl.getType())->getSizeExpr();
  if (decl.hasInit()) unit_.refuse(decl.getLocation(), "an initialiser for an array of variable length");
  const SourceRange range = unit_.range(decl.getSourceRange());
  const Type& address = types().pointer_to(types().void_type());
  const Type& allocator = types().function(address, {&types().size_type()}, false, true);
  Operation op;
  op.kind = OpKind::Call;
  op.callee = &shared_.declarations.builtin_function("__builtin_alloca", allocator, unit_, decl.getLocation());
  op.arguments = context().list({&into_temporary(byte_size(decl.getType(), at), range)});
  op.lvalue = &context().variable(new_temporary(address, range));
  step(op, range);
  assign(context().variable(pointer), convert(*op.lvalue, *pointer.type), range);
}

} // namespace tandem::frontend::lower
