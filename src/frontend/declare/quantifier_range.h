// The range of a quantifier's variable, from its condition: forall i; lower <= i && i < upper ==> …, or for exists
// lower <= i && i < upper && …; also written as i < lower || i >= upper || … and i == value && ….
#pragma once

#include "frontend/declare/unit.h"

#include <optional>

namespace tandem::frontend::declare {

struct QuantifierRange {
  const clang::VarDecl* variable = nullptr;
  const clang::Expr* condition = nullptr; // the whole one
  const clang::Expr* first = nullptr;     // nullptr: 0, the smallest value of an unsigned variable
  const clang::Expr* last = nullptr;
  bool excludes_first = false, excludes_last = false;
  // What values outside of a constant range decide: exists of an implication holds, forall of a conjunction does not.
  std::optional<bool> decided;

  bool is_complete() const;
};

// Of CBMC's quantifiers, whose argument is a block. Throws InputError if there is no range.
QuantifierRange quantifier_range(const clang::CallExpr& quantifier, bool is_forall, const Unit& unit);
// Of ESBMC's, which are passed the address of a variable and a condition. Nothing if there is no range.
std::optional<QuantifierRange> esbmc_quantifier_range(const clang::CallExpr& quantifier, bool is_forall,
                                                      const Unit& unit);

} // namespace tandem::frontend::declare
