#include "automata/location_invariant.h"

#include "program/c_expr.h"
#include "program/expr_reader.h"

namespace tandem::automata {

namespace {

// Nullptr for a name that is hidden and a type that has none.
const Expr* read(const Program& program, const Location& location, Names names, const std::string& text) {
  ExprScope scope = ExprScope::at(program, location);
  scope.names = names;
  try {
    return &read_condition(scope, text);
  } catch (const InputError&) {
    return nullptr;
  }
}

} // namespace

std::optional<std::string> condition_text(const Program& program, const Location& location, const Expr& condition) {
  // The exact text with the model's names means the condition; a reader may build it a little differently (constants).
  const Expr* meant = read(program, location, Names::Model, c_text(condition));
  if (meant == nullptr) return std::nullopt;
  for (const ExprStyle style : {ExprStyle::Readable, ExprStyle::Exact}) {
    std::string text = c_text(condition, style);
    const Expr* said = read(program, location, Names::Source, text);
    if (said != nullptr && (said == meant || said == &condition)) return text;
  }
  return std::nullopt;
}

} // namespace tandem::automata
