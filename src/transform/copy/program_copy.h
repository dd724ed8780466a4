// What a derived program shares with the program it is derived from: files, notes, globals and functions without a
// body; and how expressions change when the functions whose address they take do.
//
// Locals and most globals are shared between both programs. A global is created anew if its initialiser mentions a
// function with a body or is not kept completely, or if its initialiser mentions such a global.
#pragma once

#include "program/model/program_builder.h"

#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace tandem::transform::copy {

class ProgramCopy {
public:
  // Adds files, notes, and functions without a body to the builder.
  ProgramCopy(const Program& original, ProgramBuilder& builder);

  // A name derived from `wanted` that the original does not use and that was not returned before.
  std::string fresh_name(const std::string& wanted);

  // The function of the new program that replaces the original's function in expressions that take its address.
  void set_address(const Function& original, const Function& copy) { by_address_[&original] = &copy; }
  // To be called after all functions have been declared: adds all globals, or only the `wanted` ones. Parts of
  // initialisers that `keeps` rejects become zero.
  using Keeps = std::function<bool(const Initializer&)>;
  void add_globals();
  void add_globals(const std::unordered_set<const Variable*>& wanted, const Keeps& keeps = {});

  // The caller replaces callees that have a body.
  Operation mapped(const Operation& op);
  const Expr& mapped(const Expr& expr);
  const Function& without_body(const Function& original) const { return *by_address_.at(&original); }

  // From each global that was created anew to the original one.
  std::unordered_map<const Variable*, const Variable*> variable_origins() const;

private:
  void find_changed_globals(const std::unordered_set<const Variable*>& wanted, const Keeps& keeps);

  const Program& original_;
  ProgramBuilder& builder_;
  std::unordered_set<std::string> names_;
  std::unordered_map<const Function*, const Function*> by_address_;
  std::unordered_map<const Variable*, Variable*> changed_;
  std::unordered_map<const Expr*, const Expr*> mapped_;
};

} // namespace tandem::transform::copy
