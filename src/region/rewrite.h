// Rewrites expressions of the original program for an extracted one: with its own variables and functions, and with a
// fresh unknown wherever memory is read whose contents the region does not know.
#pragma once

#include "program/model/context.h"
#include "region/memory.h"

#include <functional>
#include <map>
#include <vector>

namespace tandem::region {

// The replacements of the original's variables and functions.
class Substitution {
public:
  virtual ~Substitution() = default;
  virtual const Variable& variable(const Variable& original) = 0;
  virtual const Function& address(const Function& original) = 0; // a function whose address is taken
  virtual const Variable& new_temporary(const Type& type) = 0;
};

class Rewriter {
public:
  // Without a plan all memory is exact.
  Rewriter(Context& context, const MemoryPlan* plan, Substitution& substitution)
      : context_(context), plan_(plan), substitution_(substitution) {}

  const Expr& value(const Expr& expr);
  // An lvalue that is written or whose address is taken.
  const Expr& lvalue(const Expr& expr);

  // The unknowns used since the last call; they must be havocked before the edge that uses them.
  std::vector<const Variable*> take_unknowns();
  const Variable& new_unknown(const Type& type);

private:
  const Expr& with_values(const Expr& expr);

  Context& context_;
  const MemoryPlan* plan_;
  Substitution& substitution_;
  std::vector<const Variable*> unknowns_;
  std::map<const Expr*, const Expr*> unknown_reads_; // of the current edge
};

} // namespace tandem::region
