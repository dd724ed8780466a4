// The translation of clang's types. Typedefs, qualifiers and enums disappear; layouts come from clang.
//
// Records are completed only when a value of them is used: headers of large programs declare thousands that are only
// pointed to and never accessed.
#pragma once

#include "frontend/declare/notes.h"
#include "frontend/declare/unit.h"
#include "program/model/declared_types.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem::frontend::declare {

class Types {
public:
  Types(TypeTable& table, Notes& notes) : table_(table), notes_(notes) {}
  Types(const Types&) = delete;
  Types& operator=(const Types&) = delete;

  // The type of a value or variable. `site` is the position for errors.
  const Type& lower(clang::QualType type, const Site& site);
  // The type of a function according to its definition: f(a) char a; {…} becomes f(char a).
  const Type& lower_definition(const clang::FunctionDecl& function, const Unit& unit);
  // Notes what the type of a variable does not tell (declared_types.h).
  void note_declaration(const Variable& variable, clang::QualType type);
  std::shared_ptr<const DeclaredTypes> declared_types() const { return declared_types_; }
  // Pointers to variable-length arrays are lowered to pointers to this element.
  static clang::QualType innermost_element(clang::QualType type, const clang::ASTContext& ast);

private:
  // A record declared by another file, which may be the same type.
  struct Known {
    const clang::RecordDecl* decl;
    const Unit* unit;
    Type* type;
  };

  const Type& declare(clang::QualType type, const Site& site);
  const Type& declare_new(clang::QualType type, const Site& site);
  const Type& builtin(const clang::BuiltinType& type, const Site& site);
  const Type& pointer(clang::QualType pointee, const Site& site);
  const Type& array(const clang::ArrayType& type, const Site& site);
  const Type& function(const clang::FunctionType& type, const Site& site);
  const Type& atomic(const clang::AtomicType& type, const Site& site);
  // The smallest integer that holds it; the front end keeps its values within their bits.
  const Type& bit_int(const clang::BitIntType& type, const Site& site);
  // Records of their parts: an array of lanes; a real and an imaginary part.
  const Type& vector(const clang::VectorType& type, const Site& site);
  const Type& complex(const clang::ComplexType& type, const Site& site);
  // A record of its bits: no operator takes it for a number by mistake.
  const Type& half(const clang::BuiltinType& type);
  [[noreturn]] void refuse(clang::QualType type, const Site& site) const;

  Type& record(const clang::RecordDecl& decl, const Unit& unit);
  Type* same_record_elsewhere(const clang::RecordDecl& decl, const std::string& name, const Unit& unit) const;
  void complete(const clang::RecordDecl& decl, Type& type, const Unit& unit);
  Field field(const clang::FieldDecl& decl, std::uint64_t offset_bits, const Site& site);
  std::string unique_tag(const std::string& wanted);
  const Enumeration* enumeration(clang::QualType type);

  TypeTable& table_;
  Notes& notes_;
  std::unordered_map<const clang::Type*, const Type*> cache_;
  std::unordered_map<const clang::RecordDecl*, Type*> records_; // by canonical declaration
  std::unordered_map<std::string, std::vector<Known>> records_by_name_;
  std::unordered_set<const Type*> being_completed_;
  struct Vector {
    const Type* element;
    std::uint64_t length;
    std::uint32_t align;
    auto operator<=>(const Vector&) const = default;
  };
  std::map<Vector, const Type*> vectors_;
  std::array<const Type*, 2> halves_{};        // _Float16, __bf16
  std::map<const Type*, const Type*> complex_; // by the type of the parts
  std::unordered_map<std::string, std::uint32_t> tag_counters_;
  std::unordered_set<std::string> tags_;
  std::shared_ptr<DeclaredTypes> declared_types_ = std::make_shared<DeclaredTypes>();
  std::unordered_map<const clang::EnumDecl*, const Enumeration*> known_enumerations_;
};

} // namespace tandem::frontend::declare
