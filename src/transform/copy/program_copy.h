// What a program made from another one takes over unchanged: files, notes, globals, functions without a body; and how
// expressions change when the functions whose address they mention do.
//
// Locals and most globals are shared between both programs. A global whose initial value mentions a function, or is not
// kept as a whole, is made anew, and so are those whose initial value mentions such a global.
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

  // A name like this one that nothing in the original has and that was not given before.
  std::string fresh_name(const std::string& wanted);

  // The function of the new program that a function's address means.
  void set_address(const Function& original, const Function& copy) { by_address_[&original] = &copy; }
  // After all functions are declared: all globals, or those that are wanted. What `keeps` refuses of their initial
  // values becomes zero.
  using Keeps = std::function<bool(const Initializer&)>;
  void add_globals();
  void add_globals(const std::unordered_set<const Variable*>& wanted, const Keeps& keeps = {});

  // Callees with a body are the caller's business.
  Operation mapped(const Operation& op);
  const Expr& mapped(const Expr& expr);
  const Function& without_body(const Function& original) const { return *by_address_.at(&original); }

  // The globals made anew, and what they were made from.
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
