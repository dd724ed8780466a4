// Initialisers. Those of locals become assignments, preceded by one that zeroes the object if the list does not cover
// every part; those of globals are recorded with the variable.

#include "frontend/lower/function_lowering.h"

namespace tandem::frontend::lower {

namespace {

bool is_zero(const Expr& value) {
  if (value.kind() == ExprKind::Integer) return value.bits() == 0;
  if (value.kind() == ExprKind::Float) return value.float_value() == 0 && !__builtin_signbitl(value.float_value());
  return value.kind() == ExprKind::Zero;
}

const clang::InitListExpr& semantic(const clang::InitListExpr& list) {
  return list.isSemanticForm() || list.getSemanticForm() == nullptr ? list : *list.getSemanticForm();
}

// Whether the initialiser gives a value for every part.
bool covers(const clang::Expr& init, const clang::ASTContext& ast) {
  if (llvm::isa<clang::ImplicitValueInitExpr>(init) || llvm::isa<clang::NoInitExpr>(init)) return false;
  const auto* written = llvm::dyn_cast<clang::InitListExpr>(&init);
  if (written == nullptr) return true;
  const clang::InitListExpr& list = semantic(*written);
  if (const clang::ConstantArrayType* array = ast.getAsConstantArrayType(list.getType()))
    if (!list.isStringLiteralInit() && array->getSize() != list.getNumInits()) return false;
  if (const auto* vector = list.getType()->getAs<clang::VectorType>())
    if (vector->getNumElements() != list.getNumInits()) return false;
  if (const clang::FieldDecl* member = list.getInitializedFieldInUnion())
    if (ast.getTypeSize(member->getType()) != ast.getTypeSize(list.getType())) return false;
  if (list.getNumInits() == 0) return false;
  for (const clang::Expr* part : list.inits())
    if (!covers(*part, ast)) return false;
  return true;
}

// Whether the address of the variable itself is taken, through which its padding can be read.
bool is_seen_whole(const clang::Stmt& stmt, const clang::VarDecl& variable) {
  if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(&stmt);
      address != nullptr && address->getOpcode() == clang::UO_AddrOf)
    if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParens());
        named != nullptr && named->getDecl() == &variable)
      return true;
  return std::ranges::any_of(
      stmt.children(), [&](const clang::Stmt* child) { return child != nullptr && is_seen_whole(*child, variable); });
}

const clang::Stmt* function_body(const clang::VarDecl& local) {
  return llvm::cast<clang::FunctionDecl>(local.getDeclContext())->getBody();
}

// Whether some bits of a value belong to none of its members.
bool has_padding(clang::QualType type, const clang::ASTContext& ast) {
  if (const clang::ConstantArrayType* array = ast.getAsConstantArrayType(type))
    return has_padding(array->getElementType(), ast);
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr || record->isUnion()) return false;
  std::uint64_t bits = 0;
  for (const clang::FieldDecl* member : record->getDefinition()->fields()) {
    if (has_padding(member->getType(), ast)) return true;
    if (!member->isUnnamedBitField())
      bits += member->isBitField() ? member->getBitWidthValue(ast) : ast.getTypeSize(member->getType());
  }
  return bits != ast.getTypeSize(type);
}

// Bit-fields are written as whole words, with what lies between them.
bool has_padded_words(clang::QualType type, const clang::ASTContext& ast) {
  const auto members = type->getAsRecordDecl()->getDefinition()->fields();
  return has_padding(type, ast) &&
         std::ranges::any_of(members, [](const clang::FieldDecl* member) { return member->isBitField(); });
}

const clang::StringLiteral* as_string(const clang::Expr& init) {
  const clang::Expr* inner = init.IgnoreParenImpCasts();
  if (const auto* predefined = llvm::dyn_cast<clang::PredefinedExpr>(inner)) return predefined->getFunctionName();
  return llvm::dyn_cast<clang::StringLiteral>(inner);
}

} // namespace

void FunctionLowering::declare_local(const clang::VarDecl& decl) {
  const Variable& local = add_local(decl, VariableKind::Local);
  if (decl.hasAttr<clang::CleanupAttr>()) cleanups_.push_back({&decl, scope_});
  Operation op;
  op.kind = OpKind::Declare;
  op.variable = &local;
  step(op, unit_.range(decl.getSourceRange()));
  if (decl.getType()->isVariableArrayType()) return allocate_array(decl, local);
  const clang::Expr* init = decl.getInit();
  if (init == nullptr) return;
  Target target{context().variable(local), Background::Undefined, unit_.range({decl.getLocation(), init->getEndLoc()})};
  if (decl.getType()->isStructureType() && has_padded_words(decl.getType(), unit_.ast()) &&
      llvm::isa<clang::InitListExpr>(init) && is_seen_whole(*function_body(decl), decl)) {
    write_initial(target, context().zero(*local.type));
    target.background = Background::Zero;
  }
  initialize(target, *init);
}

void FunctionLowering::lower_initial_value(Variable& variable, const clang::Expr& value) {
  global_ = &variable;
  initialize({context().variable(variable), Background::Zero, variable.range}, value);
}

void FunctionLowering::initialize(const Target& target, const clang::Expr& init) {
  if (llvm::isa<clang::NoInitExpr>(init)) return;
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(&init)) return initialize_list(target, semantic(*list));
  if (const auto* update = llvm::dyn_cast<clang::DesignatedInitUpdateExpr>(&init)) {
    initialize(target, *update->getBase());
    return initialize_list({target.lvalue, Background::Written, target.range}, *update->getUpdater());
  }
  const clang::Expr& inner = *init.IgnoreParenImpCasts();
  const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(&inner);
  const Type& whole = target.lvalue.type();
  if (literal != nullptr && (whole.is_array() || (global_ != nullptr && whole.is_record())))
    return initialize(target, *literal->getInitializer());
  if (const clang::StringLiteral* text = as_string(init); text != nullptr && whole.is_array())
    return initialize_string(target, *text);
  initialize_value(target, init);
}

void FunctionLowering::initialize_value(const Target& target, const clang::Expr& init) {
  if (global_ != nullptr && (initialize_constant_parts(target, init) || initialize_half(target, init))) return;
  if (global_ == nullptr && effects_.has_effects(init)) return store(target.lvalue, init, target.range);
  if (global_ != nullptr && target.lvalue.type().is_arithmetic())
    if (const std::optional<const Expr*> constant = try_evaluate(init))
      return write_initial(target, coerce(**constant, target.lvalue.type(), init));
  write_initial(target, value_as(init, target.lvalue.type()));
}

// The parts of a constant vector or complex number.
bool FunctionLowering::initialize_constant_parts(const Target& target, const clang::Expr& init) {
  const bool is_vector = init.getType()->isVectorType();
  clang::Expr::EvalResult result;
  if (!is_vector && !init.getType()->isAnyComplexType()) return false;
  if (!init.EvaluateAsRValue(result, unit_.ast())) return false;
  std::vector<clang::APValue> parts;
  if (result.Val.isVector())
    for (unsigned i = 0; i < result.Val.getVectorLength(); ++i) parts.push_back(result.Val.getVectorElt(i));
  if (result.Val.isComplexInt())
    parts = {clang::APValue(result.Val.getComplexIntReal()), clang::APValue(result.Val.getComplexIntImag())};
  if (result.Val.isComplexFloat())
    parts = {clang::APValue(result.Val.getComplexFloatReal()), clang::APValue(result.Val.getComplexFloatImag())};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Expr& part = is_vector ? lane(target.lvalue, i) : context().field(target.lvalue, static_cast<unsigned>(i));
    const Expr* value = constant(parts[i], part.type());
    if (value == nullptr) return false;
    write_initial(target.part(part), *value);
  }
  return !parts.empty();
}

void FunctionLowering::write_initial(const Target& target, const Expr& value) {
  if (target.background == Background::Zero && is_zero(value)) return;
  if (global_ != nullptr)
    global_->initializers.push_back({&target.lvalue, &value});
  else
    assign(target.lvalue, value, target.range);
}

const Expr& FunctionLowering::list_value(const clang::InitListExpr& list) {
  if (list.getNumInits() == 0) return context().zero(type_of(list));
  if (list.getType()->isVectorType() || list.getType()->isAnyComplexType()) {
    const Expr& result = context().variable(new_temporary(type_of(list), range(list)));
    initialize_list({result, Background::Undefined, range(list)}, semantic(list));
    return result;
  }
  return value(*list.getInit(0));
}

void FunctionLowering::initialize_list(const Target& target, const clang::InitListExpr& list) {
  const Type& whole = target.lvalue.type();
  if (whole.is_scalar() || whole.kind() == TypeKind::VaList || is_half(list.getType())) {
    if (list.getNumInits() == 0) return write_initial(target, context().zero(whole));
    return initialize(target, *list.getInit(0));
  }
  if (list.isStringLiteralInit() || (list.getNumInits() == 1 && list.isTransparent()))
    return initialize(target, *list.getInit(0));
  Background background = target.background;
  if (background == Background::Undefined && !covers(list, unit_.ast())) {
    write_initial(target, context().zero(whole));
    background = Background::Zero;
  } else if (background == Background::Undefined) {
    leave_padding_open(target, list);
  }
  const Target filled{target.lvalue, background, target.range};
  if (whole.is_array())
    initialize_array(filled, list);
  else if (list.getType()->isVectorType())
    initialize_vector(filled, list);
  else if (list.getType()->isAnyComplexType())
    initialize_complex(filled, list);
  else
    initialize_record(filled, list);
}

// Compilers leave the padding of a struct as it is, and may clear it in a union, where another member shows it.
void FunctionLowering::leave_padding_open(const Target& target, const clang::InitListExpr& list) {
  const clang::FieldDecl* member = list.getInitializedFieldInUnion();
  if (member == nullptr || !has_padding(member->getType(), unit_.ast())) return;
  for (const IntegerKind kind : {IntegerKind::UChar, IntegerKind::UShort, IntegerKind::UInt, IntegerKind::ULongLong}) {
    const Type& bytes = types().integer(kind);
    if (bytes.size() != target.lvalue.type().size()) continue;
    const Type& chosen = types().integer(bytes.size() > 4 ? IntegerKind::LongLong : IntegerKind::Int);
    const Expr& value = context().variable(new_temporary(chosen, target.range));
    leave_unspecified(value, target.range);
    return assign(pointee(context().address_of(target.lvalue), bytes), convert(value, bytes), target.range);
  }
}

void FunctionLowering::initialize_array(const Target& target, const clang::InitListExpr& list) {
  const clang::Expr* previous = nullptr;
  const Expr* previous_value = nullptr;
  for (unsigned i = 0; i < list.getNumInits(); ++i) {
    const clang::Expr& init = *list.getInit(i);
    const Expr& element =
        context().index(target.lvalue, context().integer(types().ptrdiff_type(), static_cast<int>(i)));
    // A range [a ... b] repeats one expression, which is evaluated once.
    const bool is_repeated = &init == previous && effects_.has_effects(init) && element.type().is_scalar();
    if (is_repeated && previous_value == nullptr)
      previous_value =
          &context().index(target.lvalue, context().integer(types().ptrdiff_type(), static_cast<int>(i - 1)));
    if (is_repeated) {
      write_initial(target.part(element), *previous_value);
      continue;
    }
    previous = &init;
    previous_value = nullptr;
    initialize(target.part(element), init);
  }
}

void FunctionLowering::initialize_record(const Target& target, const clang::InitListExpr& list) {
  if (list.getNumInits() == 0) return;
  if (const clang::FieldDecl* member = list.getInitializedFieldInUnion())
    return initialize(target.part(context().field(target.lvalue, member->getFieldIndex())), *list.getInit(0));
  unsigned next = 0;
  for (const clang::FieldDecl* member : list.getType()->getAsRecordDecl()->getDefinition()->fields()) {
    if (member->isUnnamedBitField()) continue; // the list has no entry for it
    if (next == list.getNumInits()) return;
    initialize(target.part(context().field(target.lvalue, member->getFieldIndex())), *list.getInit(next++));
  }
}

void FunctionLowering::initialize_string(const Target& target, const clang::StringLiteral& literal) {
  const Type& array = target.lvalue.type();
  if (array.element().size() == 1) {
    if (literal.getBytes().empty() && target.background == Background::Zero) return;
    return write_initial(target, context().string(array, literal.getBytes().str()));
  }
  Background background = target.background;
  if (background == Background::Undefined) {
    write_initial(target, context().zero(array));
    background = Background::Zero;
  }
  const std::uint64_t length = array.has_length() ? array.length() : literal.getLength();
  for (unsigned i = 0; i < literal.getLength() && i < length; ++i) {
    const Expr& element =
        context().index(target.lvalue, context().integer(types().ptrdiff_type(), static_cast<int>(i)));
    const Expr& unit = context().integer(array.element(), static_cast<UInt128>(literal.getCodeUnit(i)));
    write_initial({element, background, target.range}, unit);
  }
}

} // namespace tandem::frontend::lower
