// Variables with static storage: at file scope, static locals, string literals, compound literals at file scope.

#include "frontend/declare/declarations.h"

#include <algorithm>
#include <array>

namespace tandem::frontend::declare {

namespace {

std::uint32_t position(clang::SourceLocation location, const Unit& unit) {
  return unit.ast().getSourceManager().getExpansionLoc(location).getRawEncoding();
}

bool is_standard_stream(std::string_view name) {
  constexpr std::array<std::string_view, 3> streams{"stdin", "stdout", "stderr"};
  return std::ranges::find(streams, name) != streams.end();
}

// Whether a program that writes to it is ended: what is volatile, of each thread or in a section of its own is
// elsewhere.
bool is_in_read_only_memory(const clang::VarDecl& decl) {
  const clang::ASTContext& ast = decl.getASTContext();
  const clang::QualType type = ast.getBaseElementType(decl.getType());
  return type.isConstQualified() && !type.isVolatileQualified() && decl.getTLSKind() == clang::VarDecl::TLS_None &&
         !decl.hasAttr<clang::SectionAttr>() && decl.isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly;
}

// The elements of a string literal as clang stores them, little-endian and without the terminating zero.
std::string bytes_of(const clang::StringLiteral& literal) { return literal.getBytes().str(); }

} // namespace

const Variable& Declarations::variable(const clang::VarDecl& decl, const Unit& unit, const Function* owner) {
  Variable*& known = variables_[decl.getCanonicalDecl()];
  if (known != nullptr) return *known;
  if (const auto* alias = decl.getMostRecentDecl()->getAttr<clang::AliasAttr>())
    for (const clang::NamedDecl* other :
         unit.ast().getTranslationUnitDecl()->lookup(&unit.ast().Idents.get(alias->getAliasee())))
      if (const auto* aliased = llvm::dyn_cast<clang::VarDecl>(other); aliased != nullptr && aliased != &decl)
        return variable(*aliased, unit, owner);
  if (!decl.hasExternalFormalLinkage()) return *(known = &make_variable(decl, unit, owner));
  Variable*& external = external_variables_[linked_name(decl)];
  if (external == nullptr) external = &make_variable(decl, unit, owner);
  return *(known = external);
}

Variable& Declarations::make_variable(const clang::VarDecl& use, const Unit& use_unit, const Function* owner) {
  const Definition from = resolve(use, use_unit);
  const auto& decl = llvm::cast<clang::VarDecl>(*from.decl);
  const bool is_missing = decl.isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly;
  const std::string name = decl.getName().str();
  if (decl.getType()->isIncompleteType() && !decl.getType()->isArrayType())
    from.unit->refuse(decl.getLocation(), "the variable '" + name + "' of an incomplete type");
  if (is_missing && decl.hasAttr<clang::WeakAttr>())
    from.unit->refuse(decl.getLocation(), "the weak variable '" + name + "', which no file defines,");
  if (is_missing && !is_standard_stream(name))
    notes_.add(use_unit.point(use.getLocation()), "no definition of variable '" + name + "': starts with any value");

  Variable variable;
  variable.source_name = name;
  variable.type = &types_.lower(decl.getType(), {*from.unit, decl.getLocation()});
  variable.owner = decl.isStaticLocal() ? owner : nullptr;
  variable.range = from.unit->range(decl.getSourceRange());
  variable.is_extern = is_missing;
  variable.is_thread_local = decl.getTLSKind() != clang::VarDecl::TLS_None;
  variable.is_constant = is_in_read_only_memory(decl);
  variable.explicit_align = from.unit->explicit_align(decl);
  Variable& result = add(
      std::move(variable),
      {nullptr, name, decl.hasExternalFormalLinkage(), {from.unit->index(), position(decl.getLocation(), *from.unit)}});
  types_.note_declaration(result, decl.getType());
  if (decl.getInit() != nullptr) pending_.push_back({.unit = from.unit, .variable = &result, .value = decl.getInit()});
  return result;
}

const Variable& Declarations::string_literal(const clang::StringLiteral& literal, const Unit& unit) {
  const Type& type = types_.lower(literal.getType(), {unit, literal.getBeginLoc()});
  const Variable*& known = strings_[{type.id(), bytes_of(literal)}];
  if (known != nullptr) return *known;
  Variable variable;
  variable.type = &type;
  variable.is_constant = true;
  variable.range = unit.range(literal.getSourceRange());
  // After all named globals, in order of appearance.
  const auto order = static_cast<std::uint32_t>(strings_.size());
  Variable& result = add(std::move(variable), {nullptr, "str__" + std::to_string(order), false, {UINT32_MAX, order}});
  pending_.push_back({.unit = &unit, .variable = &result, .value = &literal});
  return *(known = &result);
}

const Variable& Declarations::compound_literal(const clang::CompoundLiteralExpr& literal, const Unit& unit) {
  const Variable*& known = literals_[&literal];
  if (known != nullptr) return *known;
  Variable variable;
  variable.type = &types_.lower(literal.getType(), {unit, literal.getBeginLoc()});
  variable.range = unit.range(literal.getSourceRange());
  Variable& result =
      add(std::move(variable), {nullptr, "literal", false, {unit.index(), position(literal.getBeginLoc(), unit)}});
  pending_.push_back({.unit = &unit, .variable = &result, .value = literal.getInitializer()});
  return *(known = &result);
}

Variable& Declarations::add(Variable variable, Named named) {
  variable.kind = VariableKind::Global;
  named.variable = &builder_.context().add_variable(std::move(variable));
  named_.push_back(std::move(named));
  return *named_.back().variable;
}

void Declarations::finish() {
  std::ranges::sort(named_, {}, [](const Named& global) { return std::pair(global.position, global.variable->id); });
  // External names first: they must not change.
  for (Named& global : named_)
    if (global.is_external) global.variable->name = builder_.unique_name(global.wanted);
  for (Named& global : named_)
    if (!global.is_external) global.variable->name = builder_.unique_name(global.wanted);
  for (const Named& global : named_) builder_.add_global(*global.variable);
}

} // namespace tandem::frontend::declare
