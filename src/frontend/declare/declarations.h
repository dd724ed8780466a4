// Functions and variables with static storage, linked across files: equal external names denote the same entity, static
// ones get unique names. Only what the program uses is declared; bodies and initial values wait in a queue.
#pragma once

#include "frontend/declare/find_model.h"
#include "frontend/declare/types.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem::frontend::declare {

// A definition still to be lowered: the body of a function or the initial value of a variable.
struct Pending {
  const Unit* unit = nullptr;
  Function* function = nullptr;
  const clang::FunctionDecl* body = nullptr;
  Variable* variable = nullptr;
  const clang::Expr* value = nullptr;
};

class Declarations {
public:
  Declarations(ProgramBuilder& builder, Notes& notes, Types& types, const std::deque<Unit>& units,
               FindModel find_model);
  Declarations(const Declarations&) = delete;
  Declarations& operator=(const Declarations&) = delete;

  // The entry function of that name; nullptr if no file defines it.
  Function* find_entry(const std::string& name);

  Function& function(const clang::FunctionDecl& decl, const Unit& unit, clang::SourceLocation use);

  // What runs around the entry function, in the order of the platform: constructors by priority, then in the order of
  // their definitions; handlers of atexit, in the reverse order of their registration; destructors in the reverse order
  // of constructors.
  bool is_entry(const Function& function) const { return &function == entry_; }
  std::vector<Function*> constructors() { return declared(constructors_); }
  std::vector<Function*> destructors() { return declared(destructors_); }
  // The library's function that calls the handlers; nullptr if the program does not register any.
  Function* exit_handlers() { return registers_handlers_ ? model_function("__tandem_run_exit_handlers") : nullptr; }
  // The library's function that makes the list of environment variables; nullptr if the program does not look at it.
  Function* environment_list() { return sees_environment_ ? model_function("__tandem_list_environment") : nullptr; }
  // The variable environ of the library; only if there is that function.
  const Variable& environment_variable();
  bool has_exit_sequence() const { return !destructors_.empty() || registers_handlers_; }
  bool runs_around_entry() const { return !constructors_.empty() || has_exit_sequence(); }

  // A function of tandem's own among the models of the library; nullptr if models are not linked.
  Function* model_function(const std::string& name);

  bool is_model(const Unit& unit) const { return unit.index() >= units_.size(); }
  // Whether a function with an allocating function's name is the library's, and allocates with the library's malloc.
  bool is_library_allocator(const Function& function) const;
  // The library's function that tells where errno is; nullptr if no file of the program knows errno.
  Function* errno_location();
  // Whether the program's files ask where errno is, and its model is linked: then library functions without a model
  // have to change it visibly.
  bool tracks_errno();

  // A number from 1 on for each label whose address is used.
  std::uint32_t label_number(const clang::LabelDecl& label);

  // Whether some file defines it.
  bool is_defined(const Function& function) const { return defined_.contains(&function); }
  // Whether some file of the program defines a function of this name.
  bool is_defined(const clang::FunctionDecl& decl) const {
    return decl.hasBody() || definitions_.contains(decl.getName().str());
  }
  // Whether its definition has the old style: f(a) char a; {…}.
  bool is_old_style(const Function& function) const { return old_style_.contains(&function); }
  // A builtin function of clang, under the name of its library function if it has one.
  Function& builtin_function(const std::string& name, const Type& type, const Unit& unit, clang::SourceLocation use);
  // A function of the C library, whatever the program itself defines under that name.
  Function& library_function(const std::string& name, const Type& type);
  // A variable with static storage; `owner` is the function of a static local.
  const Variable& variable(const clang::VarDecl& decl, const Unit& unit, const Function* owner);
  // Unnamed static storage: string literals and file-scope compound literals.
  const Variable& string_literal(const clang::StringLiteral& literal, const Unit& unit);
  const Variable& compound_literal(const clang::CompoundLiteralExpr& literal, const Unit& unit);

  std::optional<Pending> next_pending();

  // Names the variables and passes them to the builder, in source order.
  void finish();

private:
  struct Definition {
    const clang::NamedDecl* decl;
    const Unit* unit;
  };
  struct Named {
    Variable* variable;
    std::string wanted;
    bool is_external;
    std::pair<std::uint32_t, std::uint32_t> position; // unit, clang's location
  };

  // A function with the attribute constructor or destructor.
  struct LoadTimeFunction {
    Definition definition;
    int priority;
  };

  std::string linked_name(const clang::NamedDecl& decl) const;
  void index(const Unit& unit);
  void index_load_time(const clang::Decl& decl, const Unit& unit);
  bool looks_at_environment(const Unit& unit) const;
  std::vector<Function*> declared(const std::vector<LoadTimeFunction>& functions);
  void index_definition(const clang::NamedDecl& decl, const Unit& unit);
  std::optional<Definition> file_local(const clang::FunctionDecl& decl, const Unit& unit) const;
  Definition resolve(const clang::FunctionDecl& decl, const Unit& unit);
  std::optional<Definition> model_named(const std::string& name);
  std::optional<Definition> model_of(const clang::FunctionDecl& decl, const Unit& unit);
  std::optional<Definition> model_of(const clang::VarDecl& decl);
  const Unit& model_unit(clang::ASTUnit& parsed);
  Definition resolve(const clang::VarDecl& decl, const Unit& unit);
  Function& make_function(const Definition& from);
  std::string function_name(const clang::FunctionDecl& decl);
  void note_missing_body(const std::string& name, const Unit& unit, clang::SourceLocation use);
  Variable& make_variable(const clang::VarDecl& decl, const Unit& unit, const Function* owner);
  Variable& add(Variable variable, Named named);

  ProgramBuilder& builder_;
  Notes& notes_;
  Types& types_;
  const std::deque<Unit>& units_;
  FindModel find_model_;
  std::optional<bool> tracks_errno_;
  std::deque<Unit> model_units_;
  std::unordered_map<const clang::ASTUnit*, const Unit*> known_models_;
  std::unordered_map<std::string, Definition> definitions_;             // of external names
  std::unordered_set<std::string> external_names_;                      // all of them, if there are several files
  std::unordered_map<const clang::FunctionDecl*, Function*> functions_; // by canonical declaration
  std::unordered_set<const Function*> defined_, modelled_, old_style_;
  std::unordered_map<std::string, Function*> external_functions_;
  std::unordered_map<std::string, Function*> library_functions_; // beside the program's own of the same name
  std::unordered_map<const clang::VarDecl*, Variable*> variables_;
  std::unordered_map<std::string, Variable*> external_variables_;
  std::map<std::pair<std::uint32_t, std::string>, const Variable*> strings_; // by type and bytes
  std::unordered_map<const clang::CompoundLiteralExpr*, const Variable*> literals_;
  std::vector<Named> named_;
  std::deque<Pending> pending_;
  const Function* entry_ = nullptr;
  std::vector<LoadTimeFunction> constructors_, destructors_;
  bool registers_handlers_ = false, sees_environment_ = false;
  std::unordered_map<const clang::LabelDecl*, std::uint32_t> label_numbers_;
};

} // namespace tandem::frontend::declare
