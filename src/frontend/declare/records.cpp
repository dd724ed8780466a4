// Records: their layout as computed by clang, and when the records of two files are the same type.

#include "frontend/declare/types.h"

#include <clang/AST/ASTStructuralEquivalence.h>

#include <algorithm>

namespace tandem::frontend::declare {

namespace {

constexpr std::uint64_t bits_per_byte = 8;

std::string record_name(const clang::RecordDecl& decl) {
  if (decl.getIdentifier() != nullptr) return decl.getName().str();
  if (const clang::TypedefNameDecl* name = decl.getTypedefNameForAnonDecl()) return name->getName().str();
  return "";
}

bool same_structure(const clang::RecordDecl& a, const Unit& a_unit, const clang::RecordDecl& b, const Unit& b_unit) {
  llvm::DenseSet<std::pair<clang::Decl*, clang::Decl*>> different;
  clang::StructuralEquivalenceContext equivalence(a_unit.ast(), b_unit.ast(), different,
                                                  clang::StructuralEquivalenceKind::Default,
                                                  /*StrictTypeSpelling=*/false, /*Complain=*/false);
  return equivalence.IsEquivalent(const_cast<clang::RecordDecl*>(&a), const_cast<clang::RecordDecl*>(&b));
}

enum class Packing { Natural, Packed };

std::uint32_t natural_alignment(const clang::FieldDecl& field, const clang::ASTContext& ast) {
  return static_cast<std::uint32_t>(ast.getTypeAlignInChars(field.getType().getCanonicalType()).getQuantity());
}

std::uint32_t actual_alignment(const clang::FieldDecl& field, const clang::ASTContext& ast) {
  return static_cast<std::uint32_t>(ast.getDeclAlign(&field).getQuantity());
}

// Whether some field is less aligned than its type requires (packed, #pragma pack, typedefs with an alignment). Such
// records are described as packed, with every field's own alignment.
Packing packing_of(const clang::RecordDecl& decl, const clang::ASTContext& ast) {
  const auto is_packed = [&](const clang::FieldDecl* field) {
    return field->hasAttr<clang::PackedAttr>() ||
           (!field->isBitField() && actual_alignment(*field, ast) < natural_alignment(*field, ast));
  };
  const bool whole = decl.hasAttr<clang::PackedAttr>() || decl.hasAttr<clang::MaxFieldAlignmentAttr>();
  return whole || std::ranges::any_of(decl.fields(), is_packed) ? Packing::Packed : Packing::Natural;
}

// The explicit alignment that the field's declaration needs, 0 for none.
std::uint32_t explicit_alignment(const clang::FieldDecl& field, const clang::ASTContext& ast, Packing packing) {
  if (field.isBitField()) return static_cast<std::uint32_t>(field.getMaxAlignment() / bits_per_byte);
  const std::uint32_t actual = actual_alignment(field, ast);
  const std::uint32_t without = packing == Packing::Packed ? 1 : natural_alignment(field, ast);
  return actual > without ? actual : 0;
}

// Names for anonymous members, different from the record's own names.
std::string anonymous_name(const clang::FieldDecl& decl) {
  std::string name = "anonymous__" + std::to_string(decl.getFieldIndex());
  const auto taken = [&](const auto* field) { return field->getName() == name; };
  while (std::ranges::any_of(decl.getParent()->fields(), taken)) name += "_";
  return name;
}

} // namespace

Type& Types::record(const clang::RecordDecl& decl, const Unit& unit) {
  const auto* canonical = llvm::cast<clang::RecordDecl>(decl.getCanonicalDecl());
  const auto [found, is_new] = records_.try_emplace(canonical, nullptr);
  if (!is_new) return *found->second;

  const std::string name = record_name(*canonical);
  Type* type = name.empty() ? nullptr : same_record_elsewhere(*canonical, name, unit);
  if (type == nullptr) type = &table_.declare_record(unique_tag(name.empty() ? "unnamed" : name), canonical->isUnion());
  records_[canonical] = type;
  if (!name.empty()) records_by_name_[name].push_back({canonical, &unit, type});
  return *type;
}

// Files are linked by name: an incomplete record is the same as any of that name, a complete one must have the same
// members.
Type* Types::same_record_elsewhere(const clang::RecordDecl& decl, const std::string& name, const Unit& unit) const {
  const auto found = records_by_name_.find(name);
  if (found == records_by_name_.end()) return nullptr;
  const clang::RecordDecl* definition = decl.getDefinition();
  for (const Known& known : found->second) {
    if (known.unit == &unit || known.decl->isUnion() != decl.isUnion()) continue;
    const clang::RecordDecl* other = known.decl->getDefinition();
    if (other == nullptr || definition == nullptr || same_structure(*definition, unit, *other, *known.unit))
      return known.type;
  }
  return nullptr;
}

void Types::complete(const clang::RecordDecl& decl, Type& type, const Unit& unit) {
  const clang::RecordDecl* definition = decl.getDefinition();
  if (definition == nullptr || !being_completed_.insert(&type).second) return;
  const clang::ASTRecordLayout& from = unit.ast().getASTRecordLayout(definition);
  RecordLayout layout;
  const Packing packing = packing_of(*definition, unit.ast());
  for (const clang::FieldDecl* member : definition->fields()) {
    layout.fields.push_back(
        field(*member, from.getFieldOffset(member->getFieldIndex()), {unit, member->getLocation()}));
    layout.fields.back().explicit_align = explicit_alignment(*member, unit.ast(), packing);
    if (const Enumeration* named = enumeration(member->getType()))
      declared_types_->fields[{&type, member->getFieldIndex()}] = named;
  }
  layout.size = static_cast<std::uint64_t>(from.getSize().getQuantity());
  layout.align = static_cast<std::uint32_t>(from.getAlignment().getQuantity());
  layout.packed = packing == Packing::Packed;
  layout.explicit_align = static_cast<std::uint32_t>(definition->getMaxAlignment() / bits_per_byte);
  if (layout.packed) layout.explicit_align = layout.align;
  table_.complete(type, std::move(layout));
}

Field Types::field(const clang::FieldDecl& decl, std::uint64_t offset_bits, const Site& site) {
  Field result;
  result.name = decl.getName().str();
  result.type = &lower(decl.getType(), site);
  result.offset_bits = offset_bits;
  if (decl.isBitField()) result.bit_width = decl.getBitWidthValue(site.unit().ast());
  if (result.name.empty() && !decl.isBitField()) result.name = anonymous_name(decl);
  return result;
}

void Types::note_declaration(const Variable& variable, clang::QualType type) {
  if (const Enumeration* named = enumeration(type)) declared_types_->variables[&variable] = named;
  if (type->isVariableArrayType() && !variable.is_global()) declared_types_->variable_length_arrays.insert(&variable);
}

// Enumerators of a flag_enum are bits: their sums are values, too.
const Enumeration* Types::enumeration(clang::QualType type) {
  type = type.getCanonicalType();
  while (!type->isEnumeralType()) {
    if (const auto* array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    else if (type->isPointerType())
      type = type->getPointeeType();
    else if (const auto* atomic = type->getAs<clang::AtomicType>())
      type = atomic->getValueType();
    else
      return nullptr;
  }
  const clang::EnumDecl* decl = type->castAs<clang::EnumType>()->getDecl()->getDefinition();
  if (decl == nullptr || decl->hasAttr<clang::FlagEnumAttr>()) return nullptr;
  const Enumeration*& known = known_enumerations_[decl];
  if (known != nullptr) return known;
  Enumeration& made = declared_types_->all.emplace_back();
  made.name = decl->getName().empty() ? "its enum" : "enum " + decl->getName().str();
  for (const clang::EnumConstantDecl* each : decl->enumerators()) {
    const llvm::APSInt& value = each->getInitVal();
    made.values.insert(value.isSigned() ? static_cast<Int128>(value.getSExtValue())
                                        : static_cast<Int128>(value.getZExtValue()));
  }
  return known = &made;
}

std::string Types::unique_tag(const std::string& wanted) {
  std::string tag = wanted;
  while (!tags_.insert(tag).second) tag = wanted + "__" + std::to_string(++tag_counters_[wanted]);
  return tag;
}

} // namespace tandem::frontend::declare
