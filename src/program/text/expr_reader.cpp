// Connects the parser with the names that are visible in a scope (expr_scope.h).

#include "program/text/expr_reader.h"

#include "base/core/require.h"
#include "program/text/expr_parser.h"
#include "program/text/expr_scope.h"

namespace tandem::text {

namespace {

class ScopeNames : public ExprNames {
public:
  explicit ScopeNames(const ExprScope& scope) : scope_(scope) {}

  const Variable* variable(std::string_view name) const override { return find_variable(scope_, name); }
  const Function* function(std::string_view name) const override { return find_function(scope_, name); }
  const Variable* string(std::string_view bytes) const override { return find_string(*scope_.program, bytes); }
  const Expr* result() const override { return scope_.result; }

private:
  const ExprScope& scope_;
};

} // namespace

const Expr& read_expr(const ExprScope& scope, std::string_view text, const TextPosition& position) {
  require(scope.program != nullptr, "an expression should be read in a program");
  TokenCursor cursor(text, position);
  const ScopeNames names(scope);
  ExprParser parser(scope.program->context(), cursor, names);
  const Expr& expr = parser.expression();
  if (!cursor.at_end()) parser.refuse_rest();
  return parser.operators().value(expr);
}

const Expr& read_condition(const ExprScope& scope, std::string_view text, const TextPosition& position) {
  const Expr& expr = read_expr(scope, text, position);
  if (!expr.type().is_scalar()) throw InputError(position, "a condition should be a number or a pointer");
  return expr;
}

} // namespace tandem::text
