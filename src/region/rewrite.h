// Expressions of the original program as a region's own program has them: with variables and functions of its own, and
// with a fresh unknown wherever memory is read that the region does not know.
#pragma once

#include "program/model/context.h"
#include "region/memory.h"

#include <functional>
#include <map>
#include <vector>

namespace tandem::region {

// What takes the place of the original's variables and functions.
class Substitution {
public:
  virtual ~Substitution() = default;
  virtual const Variable& variable(const Variable& original) = 0;
  virtual const Function& address(const Function& original) = 0; // whose address is taken
  virtual const Variable& new_temporary(const Type& type) = 0;
};

class Rewriter {
public:
  // Without a plan all memory is exact.
  Rewriter(Context& context, const MemoryPlan* plan, Substitution& substitution)
      : context_(context), plan_(plan), substitution_(substitution) {}

  const Expr& value(const Expr& expr);
  // A place that is written to, or whose address is taken.
  const Expr& lvalue(const Expr& expr);

  // The unknowns used since the last call; they must be given any value before the edge that uses them.
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
