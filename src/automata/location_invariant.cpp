#include "automata/location_invariant.h"

#include "program/c_expr.h"
#include "program/expr_reader.h"

namespace tandem::automata {

std::optional<std::string> condition_text(const Program& program, const Location& location, const Expr& condition) {
  for (const ExprStyle style : {ExprStyle::Readable, ExprStyle::Exact}) {
    std::string text = c_text(condition, style);
    try {
      if (&read_condition(ExprScope::at(program, location), text) == &condition) return text;
    } catch (const InputError&) { // a name that is hidden, a type that has none
    }
  }
  return std::nullopt;
}

} // namespace tandem::automata
