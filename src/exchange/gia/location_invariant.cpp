// The text is verified by reading it back: the readable style is used if it denotes the same expression, else the exact
// one with all conversions.

#include "exchange/gia/location_invariant.h"

#include "program/cexpr/c_expr.h"
#include "program/text/expr_reader.h"

namespace tandem::exchange {

namespace {

// Nullptr if a name is hidden or a type has no name.
const Expr* read(const Program& program, const Location& location, text::Names names, const std::string& text) {
  text::ExprScope scope = text::ExprScope::at(program, location);
  scope.names = names;
  try {
    return &text::read_condition(scope, text);
  } catch (const InputError&) {
    return nullptr;
  }
}

} // namespace

std::optional<std::string> condition_text(const Program& program, const Location& location, const Expr& condition) {
  // The exact text with the model's names denotes the condition; the reader may fold constants differently.
  const Expr* meant = read(program, location, text::Names::Model, cexpr::c_text(condition));
  if (meant == nullptr) return std::nullopt;
  for (const cexpr::ExprStyle style : {cexpr::ExprStyle::Readable, cexpr::ExprStyle::Exact}) {
    std::string text = cexpr::c_text(condition, style);
    const Expr* said = read(program, location, text::Names::Source, text);
    if (said != nullptr && (said == meant || said == &condition)) return text;
  }
  return std::nullopt;
}

} // namespace tandem::exchange
