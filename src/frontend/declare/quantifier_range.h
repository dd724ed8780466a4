// The range of a quantifier's variable, from its condition: forall i; lower <= i && i < upper ==> …, or for exists
// lower <= i && i < upper && …; also written as i < lower || i >= upper || … and i == value && ….
#pragma once

#include "frontend/declare/unit.h"

#include <optional>
#include <vector>

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

// Of CBMC's quantifiers, whose argument is a block; possibly not complete. Throws InputError where it is no quantifier.
QuantifierRange quantifier_range(const clang::CallExpr& quantifier, bool is_forall, const Unit& unit);
[[noreturn]] void refuse_without_range(const clang::CallExpr& quantifier, const QuantifierRange& range, bool is_forall,
                                       const Unit& unit);
// Of ESBMC's, which are passed the address of a variable and a condition; possibly not complete. Nothing for others.
std::optional<QuantifierRange> esbmc_quantifier_range(const clang::CallExpr& quantifier, bool is_forall,
                                                      const Unit& unit);

// What the variable of a quantifier is compared with in some way, perhaps: the numbers in the condition, and the
// variables of integer type that it reads.
struct QuantifierTerms {
  std::vector<Int128> numbers;
  std::vector<const clang::DeclRefExpr*> variables;
  bool is_nested = false; // has other quantifiers inside
};
QuantifierTerms quantifier_terms(const QuantifierRange& quantifier);
// The numbers in a function.
std::vector<Int128> numbers_in(const clang::Stmt& body);

} // namespace tandem::frontend::declare
