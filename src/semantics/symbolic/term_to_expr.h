// Translates formulas over the values of variables back to C expressions, for reports and witnesses.
#pragma once

#include "program/model/program.h"
#include "smt/term/terms.h"

#include <functional>
#include <optional>
#include <unordered_map>

namespace tandem::semantics::symbolic {

class TermToExpr {
public:
  // The scalar lvalue whose value a symbol is; null for symbols without a counterpart in C.
  using LvalueOf = std::function<const Expr*(smt::Term)>;
  TermToExpr(smt::Terms& terms, Context& context, LvalueOf lvalue_of)
      : terms_(terms), context_(context), lvalue_of_(std::move(lvalue_of)) {}
  // The same for symbols that are values of variables.
  TermToExpr(smt::Terms& terms, Context& context, std::function<const Variable*(smt::Term)> variable)
      : TermToExpr(terms, context, LvalueOf([&context, variable = std::move(variable)](smt::Term symbol) {
                     const Variable* found = variable(symbol);
                     return found == nullptr ? nullptr : &context.variable(*found);
                   })) {}

  // An expression that is nonzero exactly if the formula holds; null for what has no counterpart in C (floats, arrays,
  // other symbols, shifts and divisions whose right operand may be out of range).
  const Expr* condition(smt::Term formula);

private:
  using Kind = smt::Kind;

  const Type* type_of(std::uint32_t width, bool is_signed) const;
  const Expr* fit(std::uint32_t width, const Expr& value); // truncated to that many bits
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
