// Structural recursion with a cache by clang's type node. Declaring a record and completing it are separate steps,
// which is what makes recursive records terminate.

#include "frontend/declare/types.h"

namespace tandem::frontend::declare {

namespace {

bool is_va_list_tag(clang::QualType type) {
  const clang::RecordDecl* decl = type->getAsRecordDecl();
  return decl != nullptr && decl->isImplicit() && decl->getName() == "__va_list_tag";
}

} // namespace

clang::QualType Types::innermost_element(clang::QualType type, const clang::ASTContext& ast) {
  while (const clang::VariableArrayType* array = ast.getAsVariableArrayType(type)) type = array->getElementType();
  return type;
}

const Type& Types::lower(clang::QualType type, const Site& site) {
  const Type& result = declare(type, site);
  if (result.is_record() && !result.is_complete()) {
    if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType();
    const auto& decl = llvm::cast<clang::RecordDecl>(*type->getAsRecordDecl()->getCanonicalDecl());
    complete(decl, *records_.at(&decl), site.unit());
  }
  return result;
}

const Type& Types::declare(clang::QualType type, const Site& site) {
  const auto found = cache_.find(type.getTypePtr());
  if (found != cache_.end()) return *found->second;
  const Type& result = declare_new(type, site);
  cache_[type.getTypePtr()] = &result;
  return result;
}

// Desugared one layer at a time, because on i386 only the typedef's name distinguishes a va_list from a char *.
const Type& Types::declare_new(clang::QualType type, const Site& site) {
  if (const auto* named = llvm::dyn_cast<clang::TypedefType>(type.getTypePtr()))
    if (named->getDecl()->getName() == "__builtin_va_list") return table_.va_list_type();
  const clang::QualType plain = type.getSingleStepDesugaredType(site.unit().ast());
  if (plain.getTypePtr() != type.getTypePtr()) return declare(plain, site);

  const clang::Type& node = *type.getTypePtr();
  if (const auto* t = llvm::dyn_cast<clang::BuiltinType>(&node)) return builtin(*t, site);
  if (const auto* t = llvm::dyn_cast<clang::PointerType>(&node)) return pointer(t->getPointeeType(), site);
  if (const auto* t = llvm::dyn_cast<clang::ArrayType>(&node)) return array(*t, site);
  if (const auto* t = llvm::dyn_cast<clang::FunctionType>(&node)) return function(*t, site);
  if (const auto* t = llvm::dyn_cast<clang::AtomicType>(&node)) return atomic(*t, site);
  if (const auto* t = llvm::dyn_cast<clang::BitIntType>(&node)) return bit_int(*t, site);
  if (const auto* t = llvm::dyn_cast<clang::VectorType>(&node)) return vector(*t, site);
  if (const auto* t = llvm::dyn_cast<clang::ComplexType>(&node)) return complex(*t, site);
  if (const auto* t = llvm::dyn_cast<clang::RecordType>(&node)) return record(*t->getDecl(), site.unit());
  if (const auto* t = llvm::dyn_cast<clang::EnumType>(&node)) {
    const clang::QualType integer = t->getDecl()->getIntegerType();
    return integer.isNull() ? table_.integer(IntegerKind::UInt) : declare(integer, site);
  }
  refuse(type, site);
}

const Type& Types::builtin(const clang::BuiltinType& type, const Site& site) {
  using Kind = clang::BuiltinType::Kind;
  switch (type.getKind()) {
  case Kind::Void: return table_.void_type();
  case Kind::Bool: return table_.integer(IntegerKind::Bool);
  case Kind::Char_S:
  case Kind::Char_U: return table_.integer(IntegerKind::Char);
  case Kind::SChar: return table_.integer(IntegerKind::SChar);
  case Kind::UChar: return table_.integer(IntegerKind::UChar);
  case Kind::Short: return table_.integer(IntegerKind::Short);
  case Kind::UShort: return table_.integer(IntegerKind::UShort);
  case Kind::Int: return table_.integer(IntegerKind::Int);
  case Kind::UInt: return table_.integer(IntegerKind::UInt);
  case Kind::Long: return table_.integer(IntegerKind::Long);
  case Kind::ULong: return table_.integer(IntegerKind::ULong);
  case Kind::LongLong: return table_.integer(IntegerKind::LongLong);
  case Kind::ULongLong: return table_.integer(IntegerKind::ULongLong);
  case Kind::Int128: return table_.integer(IntegerKind::Int128);
  case Kind::UInt128: return table_.integer(IntegerKind::UInt128);
  case Kind::Float: return table_.floating(FloatKind::Float);
  case Kind::Double: return table_.floating(FloatKind::Double);
  case Kind::LongDouble: return table_.floating(FloatKind::LongDouble);
  case Kind::Half: // __fp16
  case Kind::Float16:
  case Kind::BFloat16: return half(type);
  case Kind::NullPtr: return table_.pointer_to(table_.void_type());
  default: refuse(clang::QualType(&type, 0), site); // clang has about a hundred more, none of them in C
  }
}

const Type& Types::pointer(clang::QualType pointee, const Site& site) {
  if (is_va_list_tag(pointee)) return table_.va_list_type();
  return table_.pointer_to(declare(innermost_element(pointee, site.unit().ast()), site));
}

const Type& Types::array(const clang::ArrayType& type, const Site& site) {
  if (is_va_list_tag(type.getElementType())) return table_.va_list_type();
  if (llvm::isa<clang::VariableArrayType>(type)) return pointer(clang::QualType(&type, 0), site);
  const Type& element = lower(type.getElementType(), site);
  if (const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(&type))
    return table_.array_of(element, constant->getSize().getZExtValue());
  return table_.array_of_unknown_length(element);
}

const Type& Types::function(const clang::FunctionType& type, const Site& site) {
  const Type& result = declare(type.getReturnType(), site);
  const auto* prototype = llvm::dyn_cast<clang::FunctionProtoType>(&type);
  if (prototype == nullptr) return table_.function(result, {}, false, false);
  std::vector<const Type*> parameters;
  for (const clang::QualType parameter : prototype->getParamTypes()) parameters.push_back(&declare(parameter, site));
  return table_.function(result, std::move(parameters), prototype->isVariadic(), true);
}

const Type& Types::lower_definition(const clang::FunctionDecl& function, const Unit& unit) {
  std::vector<const Type*> parameters;
  for (const clang::ParmVarDecl* parameter : function.parameters())
    parameters.push_back(&lower(parameter->getType(), {unit, parameter->getLocation()}));
  const Type& result = lower(function.getReturnType(), {unit, function.getLocation()});
  return table_.function(result, std::move(parameters), function.isVariadic(), true);
}

const Type& Types::atomic(const clang::AtomicType& type, const Site& site) {
  notes_.once(site.unit().point(site.location()), "_Atomic is ignored: the program is read as sequential");
  return declare(type.getValueType(), site);
}

const Type& Types::bit_int(const clang::BitIntType& type, const Site& site) {
  using enum IntegerKind;
  constexpr IntegerKind kinds[][2] = {
      {SChar, UChar}, {Short, UShort}, {Int, UInt}, {LongLong, ULongLong}, {Int128, UInt128}};
  for (const auto& [is_signed, is_unsigned] : kinds) {
    const Type& integer = table_.integer(type.isUnsigned() ? is_unsigned : is_signed);
    if (type.getNumBits() <= integer.width()) return integer;
  }
  refuse(clang::QualType(&type, 0), site);
}

const Type& Types::vector(const clang::VectorType& type, const Site& site) {
  const clang::QualType itself(&type, 0);
  const Type& element = declare(type.getElementType(), site);
  if (!element.is_arithmetic() || element.is_bool()) refuse(itself, site);
  const clang::TypeInfoChars info = site.unit().ast().getTypeInfoInChars(itself);
  const Vector key{&element, type.getNumElements(), static_cast<std::uint32_t>(info.Align.getQuantity())};
  const Type*& known = vectors_[key];
  if (known != nullptr) return *known;
  Type& made = table_.declare_record(unique_tag("vector"), /*is_union=*/false);
  RecordLayout layout;
  layout.fields.push_back({.name = "lane", .type = &table_.array_of(element, key.length)});
  layout.size = static_cast<std::uint64_t>(info.Width.getQuantity());
  layout.align = layout.explicit_align = key.align;
  table_.complete(made, std::move(layout));
  return *(known = &made);
}

const Type& Types::complex(const clang::ComplexType& type, const Site& site) {
  const Type& part = declare(type.getElementType(), site);
  if (!part.is_arithmetic()) refuse(clang::QualType(&type, 0), site);
  const Type*& known = complex_[&part];
  if (known != nullptr) return *known;
  Type& made = table_.declare_record(unique_tag("complex"), /*is_union=*/false);
  RecordLayout layout;
  layout.fields.push_back({.name = "real", .type = &part});
  layout.fields.push_back({.name = "imaginary", .type = &part, .offset_bits = part.size() * 8});
  layout.size = 2 * part.size();
  layout.align = part.align();
  table_.complete(made, std::move(layout));
  return *(known = &made);
}

const Type& Types::half(const clang::BuiltinType& type) {
  const bool is_bfloat = type.getKind() == clang::BuiltinType::BFloat16;
  const Type*& known = halves_[is_bfloat ? 1 : 0];
  if (known != nullptr) return *known;
  Type& made = table_.declare_record(unique_tag(is_bfloat ? "bfloat" : "half"), /*is_union=*/false);
  const Type& bits = table_.integer(IntegerKind::UShort);
  RecordLayout layout;
  layout.fields.push_back({.name = "bits", .type = &bits});
  layout.size = bits.size();
  layout.align = bits.align();
  table_.complete(made, std::move(layout));
  return *(known = &made);
}

void Types::refuse(clang::QualType type, const Site& site) const {
  site.unit().refuse(site.location(), "the type '" + type.getAsString() + "'");
}

} // namespace tandem::frontend::declare
