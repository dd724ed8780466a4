// From terms over the values of variables back to C: what an analysis knows as a formula, for people and for witnesses.
#pragma once

#include "program/model/program.h"
#include "smt/term/terms.h"

#include <functional>
#include <optional>
#include <unordered_map>

namespace tandem::semantics::symbolic {

class TermToExpr {
public:
  // Which scalar a symbol is the value of; none for symbols that have no name in C.
  using LvalueOf = std::function<const Expr*(smt::Term)>;
  TermToExpr(smt::Terms& terms, Context& context, LvalueOf position)
      : terms_(terms), context_(context), lvalue_of_(std::move(position)) {}
  // The same for those that are variables.
  TermToExpr(smt::Terms& terms, Context& context, std::function<const Variable*(smt::Term)> variable)
      : TermToExpr(terms, context, LvalueOf([&context, variable = std::move(variable)](smt::Term symbol) {
                     const Variable* found = variable(symbol);
                     return found == nullptr ? nullptr : &context.variable(*found);
                   })) {}

  // An expression that is nonzero exactly if the formula holds. Nothing for what cannot be said (floats, arrays,
  // symbols without a name, shifts and divisions whose right side may be out of range).
  const Expr* condition(smt::Term formula);

private:
  using Kind = smt::Kind;

  const Type* type_of(std::uint32_t width, bool is_signed) const;
  const Expr* fit(std::uint32_t width, const Expr& value); // cut to that many bits
  const Expr& retyped(const Type& type, const Expr& value);
  const Expr* value(smt::Term term); // of the unsigned type of its width, or of a wider one
  const Expr* make_value(smt::Term term);
  const Expr* symbol(smt::Term term, std::uint32_t width);
  const Expr* arithmetic(smt::Term term, BinaryOp op);
  const Expr* constant_right(smt::Term term, BinaryOp op, bool is_signed);
  const Expr* extract(smt::Term term);
  const Expr* concat(smt::Term term);
  const Expr* make_condition(smt::Term formula);
  const Expr* compare(smt::Term formula, BinaryOp op, bool is_signed);
  const Expr* junction(smt::Term formula, BinaryOp op);
  const Expr* truth_of(smt::Term symbol);

  smt::Terms& terms_;
  Context& context_;
  LvalueOf lvalue_of_;
  std::unordered_map<smt::Term, const Expr*> conditions_, values_;
};

} // namespace tandem::semantics::symbolic
