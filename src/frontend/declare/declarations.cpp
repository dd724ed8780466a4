// A linker on syntax trees: all external definitions are indexed by name first, then each use is resolved to one of
// them. As with ld, a strong definition overrides weak, inline and tentative ones, and two strong ones are an error.
// Entities are created on first use, so that unreachable and possibly unsupported code is never lowered.

#include "frontend/declare/declarations.h"

#include "base/core/require.h"
#include "frontend/parse/file_local.h"
#include "program/model/library.h"
#include "program/model/not_understood.h"

#include <fmt/format.h>

#include <clang/Basic/CharInfo.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace tandem::frontend::declare {

namespace {

// Functions that end the program, whether or not their declaration says so.
constexpr std::array<std::string_view, 9> ending_functions{
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "__assert_fail",
    "__assert",
    "__assert_perror_fail",
    "__VERIFIER_error",
};

bool ends_program(std::string_view name) { return std::ranges::find(ending_functions, name) != ending_functions.end(); }

// Paths end where what they call is not understood.
bool ends_path(std::string_view name) { return ends_program(name) || !not_understood(name).empty(); }

// Those of uninterpreted functions are made.
bool has_no_model(llvm::StringRef name) { return !not_understood(name.str()).empty() && !is_uninterpreted(name.str()); }

// An abort defined by the program behaves as its body says, although clang knows the name.
bool does_not_return(const clang::FunctionDecl& decl) {
  if (decl.hasBody() && decl.getBuiltinID() != 0) return false;
  if (decl.isNoReturn() || decl.getMostRecentDecl()->isNoReturn()) return true;
  return !decl.hasBody() && ends_path(decl.getName().str());
}

bool is_definition(const clang::NamedDecl& decl) {
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&decl))
    return function->doesThisDeclarationHaveABody();
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(&decl);
  return variable != nullptr && variable->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly;
}

// The library has two names for one variable.
bool is_environment(const clang::NamedDecl& decl) {
  return decl.getIdentifier() != nullptr && (decl.getName() == "environ" || decl.getName() == "__environ");
}

bool names_environment(const clang::Stmt& stmt) {
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&stmt))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      return variable->hasExternalFormalLinkage() && is_environment(*variable);
  return std::ranges::any_of(stmt.children(),
                             [](const clang::Stmt* child) { return child != nullptr && names_environment(*child); });
}

// A definition that another one overrides: inline, weak, or a variable without initial value.
bool is_weak_definition(const clang::NamedDecl& decl) {
  if (decl.hasAttr<clang::WeakAttr>()) return true;
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&decl)) return function->isInlined();
  return llvm::cast<clang::VarDecl>(decl).isThisDeclarationADefinition() == clang::VarDecl::TentativeDefinition;
}

// Are values of the two types passed alike? The types belong to different files.
bool is_same_shape(clang::QualType left, const clang::ASTContext& of_left, clang::QualType right,
                   const clang::ASTContext& of_right) {
  left = left.getCanonicalType();
  right = right.getCanonicalType();
  if (left->isVoidType() || right->isVoidType()) return left->isVoidType() && right->isVoidType();
  const bool is_alike = (left->isPointerType() && right->isPointerType()) ||
                        (left->isIntegralOrEnumerationType() && right->isIntegralOrEnumerationType()) ||
                        (left->isRealFloatingType() && right->isRealFloatingType()) ||
                        (left->isStructureType() && right->isStructureType());
  return is_alike && of_left.getTypeSize(left) == of_right.getTypeSize(right);
}

bool is_same_interface(const clang::FunctionDecl& left, const clang::ASTContext& of_left,
                       const clang::FunctionDecl& right, const clang::ASTContext& of_right) {
  // Without a declaration, a call says int whatever the function returns.
  if (!left.isImplicit() && !is_same_shape(left.getReturnType(), of_left, right.getReturnType(), of_right))
    return false;
  // As declared by a call; it says no more. Arguments are passed to a function with "..." as to one without a prototype.
  if (!left.getType()->isFunctionProtoType()) return left.isImplicit() || !right.isVariadic();
  if (left.getNumParams() != right.getNumParams() || left.isVariadic() != right.isVariadic()) return false;
  for (unsigned i = 0; i < left.getNumParams(); ++i)
    if (!is_same_shape(left.getParamDecl(i)->getType(), of_left, right.getParamDecl(i)->getType(), of_right))
      return false;
  return true;
}

} // namespace

Declarations::Declarations(ProgramBuilder& builder, Notes& notes, Types& types, const std::deque<Unit>& units,
                           FindModel find_model)
    : builder_(builder), notes_(notes), types_(types), units_(units), find_model_(std::move(find_model)) {
  for (const Unit& unit : units_) index(unit);
  sees_environment_ = !definitions_.contains("environ") && !definitions_.contains("__environ") &&
                      std::ranges::any_of(units_, [this](const Unit& unit) { return looks_at_environment(unit); });
}

// The name that the linker sees: that of an assembly label, if it leads to a definition or to a function that means
// something to verifiers. Headers of the C library redirect functions to other versions of them by such labels.
std::string Declarations::linked_name(const clang::NamedDecl& decl) const {
  std::string name = sees_environment_ && is_environment(decl) ? "environ" : decl.getName().str();
  const auto* attribute = decl.getAttr<clang::AsmLabelAttr>();
  if (attribute == nullptr || is_verifier_function(name)) return name;
  std::string label = attribute->getLabel().ltrim('\1').str();
  const bool is_identifier = clang::isValidAsciiIdentifier(label);
  const bool leads_somewhere =
      is_identifier && (is_definition(decl) || definitions_.contains(label) || is_verifier_function(label));
  return leads_somewhere ? label : name;
}

void Declarations::index(const Unit& unit) {
  for (const clang::Decl* decl : unit.ast().getTranslationUnitDecl()->decls()) {
    index_load_time(*decl, unit);
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
    if (named == nullptr || !(llvm::isa<clang::FunctionDecl>(named) || llvm::isa<clang::VarDecl>(named))) continue;
    if (!named->hasExternalFormalLinkage()) continue;
    if (units_.size() > 1) external_names_.insert(linked_name(*named));
    if (is_definition(*named)) index_definition(*named, unit);
  }
}

// Declarations that take effect without being used.
void Declarations::index_load_time(const clang::Decl& decl, const Unit& unit) {
  if (llvm::isa<clang::FileScopeAsmDecl>(decl))
    notes_.once(unit.point(decl.getLocation()), std::string(file_assembly_note));
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&decl);
  if (function == nullptr) return;
  if (function->getIdentifier() != nullptr && function->getName() == "atexit" && function->isReferenced() &&
      !function->hasBody())
    registers_handlers_ = true;
  if (!function->doesThisDeclarationHaveABody()) return;
  if (const auto* attribute = function->getAttr<clang::ConstructorAttr>()) {
    const int priority = attribute->getPriority();
    const auto behind =
        std::ranges::upper_bound(constructors_, priority, std::ranges::less(), &LoadTimeFunction::priority);
    constructors_.insert(behind, {{function, &unit}, priority});
  }
  if (const auto* attribute = function->getAttr<clang::DestructorAttr>()) {
    const int priority = attribute->getPriority();
    const auto before =
        std::ranges::lower_bound(destructors_, priority, std::ranges::greater(), &LoadTimeFunction::priority);
    destructors_.insert(before, {{function, &unit}, priority});
  }
}

// Whether its functions name environ, or main its third parameter.
bool Declarations::looks_at_environment(const Unit& unit) const {
  const clang::IdentifierTable& names = unit.ast().Idents;
  const bool is_known = names.find("environ") != names.end() || names.find("__environ") != names.end();
  for (const clang::Decl* decl : unit.ast().getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (function == nullptr || !function->doesThisDeclarationHaveABody()) continue;
    if (function->isMain() && function->getNumParams() > 2 && function->getParamDecl(2)->isReferenced()) return true;
    if (is_known && names_environment(*function->getBody())) return true;
  }
  return false;
}

const Variable& Declarations::environment_variable() {
  const std::optional<Definition> model = model_named("environ");
  require(model.has_value(), "the list should be in the file of its variable");
  return variable(llvm::cast<clang::VarDecl>(*model->decl), *model->unit, nullptr);
}

std::vector<Function*> Declarations::declared(const std::vector<LoadTimeFunction>& functions) {
  std::vector<Function*> result;
  for (const LoadTimeFunction& at : functions) {
    const auto& decl = llvm::cast<clang::FunctionDecl>(*at.definition.decl);
    result.push_back(&function(decl, *at.definition.unit, decl.getLocation()));
  }
  return result;
}

Function* Declarations::model_function(const std::string& name) {
  const std::optional<Definition> model = model_named(name);
  if (!model) return nullptr;
  const auto& decl = llvm::cast<clang::FunctionDecl>(*model->decl);
  return &function(decl, *model->unit, decl.getLocation());
}

bool Declarations::is_library_allocator(const Function& function) const {
  if (definitions_.contains("malloc")) return false;
  return modelled_.contains(&function) || (!is_defined(function) && is_library_function(function));
}

Function* Declarations::errno_location() {
  for (const Unit& unit : units_)
    for (const clang::NamedDecl* decl :
         unit.ast().getTranslationUnitDecl()->lookup(&unit.ast().Idents.get("__errno_location")))
      if (const auto* found = llvm::dyn_cast<clang::FunctionDecl>(decl))
        return &function(*found, unit, found->getLocation());
  return nullptr;
}

bool Declarations::tracks_errno() {
  if (!tracks_errno_) {
    tracks_errno_ = false;
    for (const Unit& unit : units_)
      for (const clang::NamedDecl* decl :
           unit.ast().getTranslationUnitDecl()->lookup(&unit.ast().Idents.get("__errno_location")))
        tracks_errno_ = *tracks_errno_ || decl->isReferenced();
    tracks_errno_ = *tracks_errno_ && model_function("__errno_location") != nullptr;
  }
  return *tracks_errno_;
}

std::uint32_t Declarations::label_number(const clang::LabelDecl& label) {
  return label_numbers_.try_emplace(&label, static_cast<std::uint32_t>(label_numbers_.size() + 1)).first->second;
}

void Declarations::index_definition(const clang::NamedDecl& decl, const Unit& unit) {
  const auto [found, is_new] = definitions_.try_emplace(linked_name(decl), Definition{&decl, &unit});
  // The last of several tentative definitions has the composite type: int a[]; int a[3];
  if (!is_new && found->second.unit == &unit && llvm::isa<clang::VarDecl>(decl) && is_weak_definition(decl) &&
      is_weak_definition(*found->second.decl))
    found->second = {&decl, &unit};
  if (is_new || is_weak_definition(decl)) return;
  if (!is_weak_definition(*found->second.decl))
    throw InputError(unit.position(decl.getLocation()),
                     "'" + found->first + "' is defined a second time, first at " +
                         found->second.unit->position(found->second.decl->getLocation()).text());
  found->second = {&decl, &unit};
}

Declarations::Definition Declarations::resolve(const clang::FunctionDecl& decl, const Unit& unit) {
  if (decl.hasExternalFormalLinkage()) {
    const auto found = definitions_.find(linked_name(decl));
    if (found != definitions_.end() && llvm::isa<clang::FunctionDecl>(found->second.decl)) return found->second;
  }
  const clang::FunctionDecl* body = nullptr;
  if (const auto* alias = decl.getMostRecentDecl()->getAttr<clang::AliasAttr>())
    for (const clang::NamedDecl* other :
         unit.ast().getTranslationUnitDecl()->lookup(&unit.ast().Idents.get(alias->getAliasee())))
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(other); function != nullptr && function != &decl)
        return resolve(*function, unit);
  if (decl.hasBody(body)) return {body, &unit};
  if (const std::optional<Definition> model = model_of(decl, unit)) return *model;
  return {decl.getMostRecentDecl(), &unit};
}

// What the program's own files define takes precedence over the library, as for the linker.
const Unit& Declarations::model_unit(clang::ASTUnit& parsed) {
  const Unit*& unit = known_models_[&parsed];
  if (unit != nullptr) return *unit;
  const auto number = static_cast<std::uint32_t>(units_.size() + model_units_.size());
  unit = &model_units_.emplace_back(number, parsed.getASTContext(), builder_);
  for (const clang::Decl* decl : unit->ast().getTranslationUnitDecl()->decls()) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
    if (named == nullptr || !named->hasExternalFormalLinkage() || !is_definition(*named)) continue;
    const std::string name = named->getName().str();
    if (find_model_(name) != &parsed) continue; // not for linking
    external_names_.insert(name);
    definitions_.try_emplace(name, Definition{named, unit});
  }
  return *unit;
}

// What a model file defines under this name; nothing if there is none.
std::optional<Declarations::Definition> Declarations::model_named(const std::string& name) {
  clang::ASTUnit* parsed = find_model_ ? find_model_(name) : nullptr;
  if (parsed == nullptr) return std::nullopt;
  const Unit& model = model_unit(*parsed);
  const auto found = definitions_.find(name);
  if (found == definitions_.end() || found->second.unit != &model) return std::nullopt;
  return found->second;
}

// A variable of the library, such as optind.
std::optional<Declarations::Definition> Declarations::model_of(const clang::VarDecl& decl) {
  if (!decl.hasExternalFormalLinkage()) return std::nullopt;
  const std::optional<Definition> found = model_named(linked_name(decl));
  return found && llvm::isa<clang::VarDecl>(found->decl) ? found : std::nullopt;
}

// The model of a library function that no file defines. A program that declares the name for something else does not
// mean the library's.
std::optional<Declarations::Definition> Declarations::model_of(const clang::FunctionDecl& decl, const Unit& unit) {
  if (!decl.hasExternalFormalLinkage() || has_no_model(decl.getName())) return std::nullopt;
  const std::optional<Definition> found = model_named(decl.getName().str());
  if (!found || !llvm::isa<clang::FunctionDecl>(found->decl)) return std::nullopt;
  const auto& definition = llvm::cast<clang::FunctionDecl>(*found->decl);
  if (!is_same_interface(decl, unit.ast(), definition, found->unit->ast())) return std::nullopt;
  return found;
}

Declarations::Definition Declarations::resolve(const clang::VarDecl& decl, const Unit& unit) {
  if (decl.hasExternalFormalLinkage()) {
    const auto found = definitions_.find(linked_name(decl));
    if (found != definitions_.end() && llvm::isa<clang::VarDecl>(found->second.decl)) return found->second;
  }
  if (const clang::VarDecl* definition = decl.getDefinition()) return {definition, &unit};
  if (const clang::VarDecl* acting = decl.getActingDefinition()) return {acting, &unit};
  if (const std::optional<Definition> model = model_of(decl)) return *model;
  return {decl.getMostRecentDecl(), &unit};
}

Function* Declarations::find_entry(const std::string& name) {
  const auto external = definitions_.find(name);
  if (external != definitions_.end())
    if (const auto* decl = llvm::dyn_cast<clang::FunctionDecl>(external->second.decl)) {
      Function& found = function(*decl, *external->second.unit, decl->getLocation());
      entry_ = &found;
      return &found;
    }
  for (const Unit& unit : units_)
    for (const clang::Decl* decl : unit.ast().getTranslationUnitDecl()->decls())
      if (const auto* candidate = llvm::dyn_cast<clang::FunctionDecl>(decl))
        if (candidate->doesThisDeclarationHaveABody() && candidate->getName() == name) {
          Function& found = function(*candidate, unit, candidate->getLocation());
          entry_ = &found;
          return &found;
        }
  return nullptr;
}

// By goto-cc's names for them, proofs call static functions of other files, and define them instead of these files.
std::optional<Declarations::Definition> Declarations::file_local(const clang::FunctionDecl& decl,
                                                                 const Unit& unit) const {
  if (decl.getIdentifier() == nullptr || decl.hasBody()) return std::nullopt;
  const auto file = [&](const Unit& of) { return std::filesystem::path(builder_.files()[of.index()].path); };
  if (!decl.hasExternalFormalLinkage() && !is_model(unit)) {
    const auto found = definitions_.find(parse::file_local_name(file(unit), decl.getName().str()));
    if (found != definitions_.end() && llvm::isa<clang::FunctionDecl>(found->second.decl)) return found->second;
  }
  if (!decl.getName().starts_with("__CPROVER_file_local_") || definitions_.contains(decl.getName().str()))
    return std::nullopt;
  for (const Unit& other : units_) {
    const std::string prefix = parse::file_local_name(file(other), "");
    llvm::StringRef name = decl.getName();
    if (!name.consume_front(prefix)) continue;
    for (const clang::NamedDecl* found : other.ast().getTranslationUnitDecl()->lookup(&other.ast().Idents.get(name)))
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(found))
        if (const clang::FunctionDecl* body = nullptr; function->hasBody(body)) return Definition{body, &other};
  }
  return std::nullopt;
}

Function& Declarations::function(const clang::FunctionDecl& decl, const Unit& unit, clang::SourceLocation use) {
  if (const std::optional<Definition> local = file_local(decl, unit))
    return function(llvm::cast<clang::FunctionDecl>(*local->decl), *local->unit, use);
  const auto [found, is_new] = functions_.try_emplace(decl.getCanonicalDecl(), nullptr);
  if (!is_new) return *found->second;
  Function* result = decl.hasExternalFormalLinkage() ? external_functions_[linked_name(decl)] : nullptr;
  if (result == nullptr) {
    result = &make_function(resolve(decl, unit));
    if (!is_defined(*result)) note_missing_body(result->source_name(), unit, use);
  }
  if (decl.hasExternalFormalLinkage()) external_functions_[linked_name(decl)] = result;
  return *(functions_[decl.getCanonicalDecl()] = result);
}

Function& Declarations::make_function(const Definition& from) {
  const auto& decl = llvm::cast<clang::FunctionDecl>(*from.decl);
  const bool has_body = decl.doesThisDeclarationHaveABody();
  const Type& type = has_body ? types_.lower_definition(decl, *from.unit)
                              : types_.lower(decl.getType(), {*from.unit, decl.getLocation()});
  Function& function =
      builder_.declare_function(function_name(decl), linked_name(decl), type, from.unit->range(decl.getSourceRange()));
  if (does_not_return(decl)) builder_.set_does_not_return(function);
  if (has_body) {
    defined_.insert(&function);
    if (is_model(*from.unit)) modelled_.insert(&function);
    if (!decl.hasWrittenPrototype()) old_style_.insert(&function);
    pending_.push_back({.unit = from.unit, .function = &function, .body = &decl});
  }
  return function;
}

// External names must not change, including those that are used only later.
std::string Declarations::function_name(const clang::FunctionDecl& decl) {
  std::string wanted = linked_name(decl);
  if (!decl.hasExternalFormalLinkage())
    while (external_names_.contains(wanted)) wanted += "__static";
  return builder_.unique_name(wanted);
}

void Declarations::note_missing_body(const std::string& name, const Unit& unit, clang::SourceLocation use) {
  if (name == "__CPROVER_uninterpreted_calls") return; // of a function that is made: there may be so many, or not
  if (const std::string_view what = not_understood(name); !what.empty())
    return notes_.add(unit.point(use), fmt::format("{}: not understood, paths end here", what));
  if (is_library_function(name) || is_verifier_function(name)) return;
  notes_.add(unit.point(use), "no body for function '" + name + "': returns any value");
}

Function& Declarations::builtin_function(const std::string& name, const Type& type, const Unit& unit,
                                         clang::SourceLocation use) {
  const auto defined = definitions_.find(name);
  if (defined != definitions_.end())
    if (const auto* decl = llvm::dyn_cast<clang::FunctionDecl>(defined->second.decl))
      return function(*decl, *defined->second.unit, decl->getLocation());
  if (const std::optional<Definition> model = model_named(name))
    if (const auto* decl = llvm::dyn_cast<clang::FunctionDecl>(model->decl))
      return function(*decl, *model->unit, decl->getLocation());
  Function*& external = external_functions_[name];
  if (external == nullptr) {
    external = &builder_.declare_function(builder_.unique_name(name), name, type, {});
    note_missing_body(name, unit, use);
    if (ends_path(name) || name == "__builtin_unreachable") builder_.set_does_not_return(*external);
  }
  return *external;
}

Function& Declarations::library_function(const std::string& name, const Type& type) {
  Function*& known = definitions_.contains(name) ? library_functions_[name] : external_functions_[name];
  if (known == nullptr) known = &builder_.declare_function(builder_.unique_name(name), name, type, {});
  return *known;
}

std::optional<Pending> Declarations::next_pending() {
  if (pending_.empty()) return std::nullopt;
  const Pending next = pending_.front();
  pending_.pop_front();
  return next;
}

} // namespace tandem::frontend::declare
