// The range of a quantifier's variable, from its condition: forall i; lower <= i && i < upper ==> …, or for exists
// lower <= i && i < upper && ….
#pragma once

#include "frontend/declare/unit.h"

namespace tandem::frontend::declare {

struct QuantifierRange {
  const clang::VarDecl* variable = nullptr;
  const clang::Expr* condition = nullptr; // the whole one
  const clang::Expr* first = nullptr;     // nullptr: 0, the smallest value of an unsigned variable
  const clang::Expr* last = nullptr;
  bool excludes_first = false, excludes_last = false;
};

// Throws InputError if there is no range.
QuantifierRange quantifier_range(const clang::CallExpr& quantifier, bool is_forall, const Unit& unit);

} // namespace tandem::frontend::declare
