// The grammar of C expressions without side effects. Names are resolved by an ExprNames, so that expressions can be
// read for finished programs and for programs under construction.
#pragma once

#include "program/cexpr/c_operators.h"
#include "program/text/c_type_reader.h"

#include <string_view>

namespace tandem::text {

class ExprNames {
public:
  virtual ~ExprNames() = default;
  // nullptr for unknown names.
  virtual const Variable* variable(std::string_view name) const = 0;
  virtual const Function* function(std::string_view name) const = 0;
  virtual const Variable* string(std::string_view bytes) const = 0; // the array of a string literal
  virtual const Expr* result() const { return nullptr; }            // what \result means
};

class ExprParser {
public:
  ExprParser(Context& context, TokenCursor& cursor, const ExprNames& names);

  // The longest expression at the cursor.
  const Expr& expression();
  // "*p", "a[i].x": what can stand left of = or of the parentheses of a call.
  const Expr& unary();
  // Reports the next token, which cannot follow an expression.
  [[noreturn]] void refuse_rest() const;

  cexpr::COperators& operators() { return operators_; }
  CTypeReader& types() { return types_; }

private:
  class Nesting;

  template <typename Build> const Expr& build(const Token& token, const Build& make);
  const Expr& conditional();
  const Expr& binary(int least);
  const Expr& combine(BinaryOp op, const Expr& left, const Expr& right);
  const Expr& prefix(const Token& token);
  bool starts_type_in_parentheses() const;
  const Expr& cast();
  const Expr& size_of();
  const Expr& postfix(const Expr& start);
  const Expr& member(const Token& token, const Expr& record);
  const Expr& primary();
  const Expr& name(const Token& token);
  const Expr& builtin(const Token& token);
  const Expr& string(const Token& token);

  Context& context_;
  TokenCursor& cursor_;
  const ExprNames& names_;
  cexpr::COperators operators_;
  CTypeReader types_;
  int depth_ = 0;
};

// For the records of a context.
const Type* find_record(const Context& context, std::string_view tag);

} // namespace tandem::text
