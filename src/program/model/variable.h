// Variables: globals, parameters, locals and temporaries of the front end.
#pragma once

#include "program/model/source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

class Type;
class Expr;
class Function;

enum class VariableKind : std::uint8_t {
  Global, // file scope, static locals, string literals
  Parameter,
  Local,
  Temporary, // created by the front end; assigned before it is read
};

// One initialised part of a global: a constant lvalue inside it and its constant value. Parts without an entry are
// zero.
struct Initializer {
  const Expr* lvalue = nullptr;
  const Expr* value = nullptr;
};

struct Variable {
  std::uint32_t id = 0; // dense within the Context
  VariableKind kind = VariableKind::Local;
  // A C identifier, unique among the globals and the function's own variables, so that scopes can be dropped.
  std::string name;
  std::string source_name;             // as the user wrote it; empty for temporaries and string literals
  const Expr* held = nullptr;          // temporaries: the value of the source that they keep, for people
  const Function* result_of = nullptr; // temporaries: the function whose result they keep, for people
  const Type* type = nullptr;
  const Function* owner = nullptr; // the function of a parameter, local, temporary or static local
  SourceRange range;
  SourceRange scope;          // locals: where the name is visible, if the front end recorded it
  bool address_taken = false; // some &lvalue designates a part of it (for arrays: beyond plain a[i])
  bool is_extern = false;     // a global that no file defines: its initial value is arbitrary
  bool is_thread_local = false;
  bool is_constant = false;              // a global that was defined const: machines keep it in read-only memory
  std::uint32_t explicit_align = 0;      // bytes, from an attribute; 0: none
  std::vector<Initializer> initializers; // globals only, in source order

  bool is_global() const { return kind == VariableKind::Global; }
};

} // namespace tandem
