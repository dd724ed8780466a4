#include "semantics/symbolic/known_conditions.h"

namespace tandem::semantics::symbolic {

using smt::Kind;
using smt::Term;
using smt::Terms;

namespace {

// Guards of joined paths are large, and little of them is asked for.
constexpr int most_levels = 6;

} // namespace

void KnownConditions::assume(const Terms& terms, Term condition) { note(terms, condition, Truth::True, 0); }

void KnownConditions::note(const Terms& terms, Term condition, Truth truth, int depth) {
  const Kind kind = terms.kind(condition);
  if (kind == Kind::Not)
    return note(terms, terms.arg(condition, 0), truth == Truth::True ? Truth::False : Truth::True, depth);
  known_.set(condition.id(), truth);
  if (kind != (truth == Truth::True ? Kind::And : Kind::Or) || depth == most_levels) return;
  note(terms, terms.arg(condition, 0), truth, depth + 1);
  note(terms, terms.arg(condition, 1), truth, depth + 1);
}

std::optional<bool> KnownConditions::value(const Terms& terms, Term condition) const {
  return value(terms, condition, 0);
}

std::optional<bool> KnownConditions::value(const Terms& terms, Term condition, int depth) const {
  if (terms.is_true(condition)) return true;
  if (terms.is_false(condition)) return false;
  const Kind kind = terms.kind(condition);
  if (kind == Kind::Not) {
    const std::optional<bool> inner = value(terms, terms.arg(condition, 0), depth);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (const Truth* truth = known_.find(condition.id())) return *truth == Truth::True;
  if ((kind != Kind::And && kind != Kind::Or) || depth == most_levels) return std::nullopt;
  const std::optional<bool> left = value(terms, terms.arg(condition, 0), depth + 1);
  const bool deciding = kind == Kind::Or;
  if (left == deciding) return deciding;
  const std::optional<bool> right = value(terms, terms.arg(condition, 1), depth + 1);
  if (right == deciding) return deciding;
  return left && right ? std::optional(!deciding) : std::nullopt;
}

} // namespace tandem::semantics::symbolic
