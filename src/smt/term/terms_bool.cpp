// Boolean connectives and conditionals: two-level rules for conjunction and disjunction (one implementation serves both
// by duality), and conditionals that share a condition or a branch are merged.

#include "smt/term/terms.h"

#include "base/core/require.h"

#include <utility>

namespace tandem::smt {

Term Terms::not_(Term a) {
  require(sort(a).is_bool(), "what is negated should be Bool");
  if (a == true_term_) return false_term_;
  if (a == false_term_) return true_term_;
  if (kind(a) == Kind::Not) return arg(a, 0);
  return make(Kind::Not, Sort::boolean(), a);
}

Term Terms::and_(Term a, Term b) { return junction(Kind::And, a, b); }
Term Terms::or_(Term a, Term b) { return junction(Kind::Or, a, b); }
Term Terms::and_(std::span<const Term> terms) { return balanced(Kind::And, terms); }
Term Terms::or_(std::span<const Term> terms) { return balanced(Kind::Or, terms); }

Term Terms::balanced(Kind kind, std::span<const Term> terms) {
  if (terms.empty()) return boolean(kind == Kind::And);
  std::vector<Term> level(terms.begin(), terms.end());
  while (level.size() > 1) {
    std::size_t to = 0;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) level[to++] = junction(kind, level[i], level[i + 1]);
    if (level.size() % 2 != 0) level[to++] = level.back();
    level.resize(to);
  }
  return level[0];
}

// And and Or are dual; `kind` selects one of them.
Term Terms::junction(Kind kind, Term a, Term b) {
  require(sort(a).is_bool() && sort(b).is_bool(), "both sides should be Bool");
  const Term neutral = boolean(kind == Kind::And);
  const Term absorbing = boolean(kind == Kind::Or);
  if (a == b || b == neutral) return a;
  if (a == neutral) return b;
  if (a == absorbing || b == absorbing || complementary(a, b)) return absorbing;
  if (const Term done = junction_step(kind, a, b)) return done;
  if (const Term done = junction_step(kind, b, a)) return done;
  if (b < a) std::swap(a, b);
  return make(kind, Sort::boolean(), a, b);
}

// What b's own structure says about a ∧ b: idempotence, contradiction, absorption, unit resolution.
Term Terms::junction_step(Kind kind, Term a, Term b) {
  const bool negated = this->kind(b) == Kind::Not;
  const Term inner = negated ? arg(b, 0) : b;
  const Kind same = this->kind(inner);
  if (same != Kind::And && same != Kind::Or) return {};
  const Term x = arg(inner, 0);
  const Term y = arg(inner, 1);
  // ¬(x ∨ y) is a conjunction of the negated arguments.
  const bool is_same = (same == kind) != negated;
  const auto equal = [&](Term argument) { return negated ? complementary(a, argument) : a == argument; };
  const auto opposite = [&](Term argument) { return negated ? a == argument : complementary(a, argument); };
  const auto value = [&](Term argument) { return negated ? not_(argument) : argument; };
  if (is_same) {
    if (equal(x) || equal(y)) return b;
    if (opposite(x) || opposite(y)) return boolean(kind == Kind::Or);
    return {};
  }
  if (equal(x) || equal(y)) return a;
  if (opposite(x)) return junction(kind, a, value(y));
  if (opposite(y)) return junction(kind, a, value(x));
  return {};
}

Term Terms::eq_bool(Term a, Term b) {
  if (a == true_term_) return b;
  if (b == true_term_) return a;
  if (a == false_term_) return not_(b);
  if (b == false_term_) return not_(a);
  const bool negative = (kind(a) == Kind::Not) != (kind(b) == Kind::Not);
  if (kind(a) == Kind::Not) a = arg(a, 0);
  if (kind(b) == Kind::Not) b = arg(b, 0);
  if (a == b) return boolean(!negative);
  if (b < a) std::swap(a, b);
  const Term result = make(Kind::Eq, Sort::boolean(), a, b);
  return negative ? not_(result) : result;
}

Term Terms::ite(Term c, Term a, Term b) {
  require(sort(c).is_bool() && node(a).sort == node(b).sort, "a conditional should have a Bool and two of one sort");
  if (a == b || c == true_term_) return a;
  if (c == false_term_) return b;
  if (kind(c) == Kind::Not) {
    c = arg(c, 0);
    std::swap(a, b);
  }
  if (sort(a).is_bool()) return ite_bool(c, a, b);
  if (kind(c) == Kind::Eq && ((arg(c, 0) == a && arg(c, 1) == b) || (arg(c, 0) == b && arg(c, 1) == a))) return b;
  if (const Term done = ite_nested(c, a, b)) return done;
  return make(Kind::Ite, sort(a), c, a, b);
}

Term Terms::ite_bool(Term c, Term a, Term b) {
  if (a == true_term_ || a == c) return or_(c, b);
  if (b == false_term_ || b == c) return and_(c, a);
  if (a == false_term_ || complementary(a, c)) return and_(not_(c), b);
  if (b == true_term_ || complementary(b, c)) return or_(not_(c), a);
  if (complementary(a, b)) return eq(c, a);
  if (const Term done = ite_nested(c, a, b)) return done;
  return make(Kind::Ite, Sort::boolean(), c, a, b);
}

// A branch that is itself a conditional: on the same condition, or sharing a branch with the other side.
Term Terms::ite_nested(Term c, Term a, Term b) {
  if (kind(a) == Kind::Ite) {
    if (arg(a, 0) == c) return ite(c, arg(a, 1), b);
    if (arg(a, 2) == b) return ite(and_(c, arg(a, 0)), arg(a, 1), b);
    if (arg(a, 1) == b) return ite(and_(c, not_(arg(a, 0))), arg(a, 2), b);
  }
  if (kind(b) == Kind::Ite) {
    if (arg(b, 0) == c) return ite(c, a, arg(b, 2));
    if (arg(b, 1) == a) return ite(or_(c, arg(b, 0)), a, arg(b, 2));
    if (arg(b, 2) == a) return ite(or_(c, not_(arg(b, 0))), a, arg(b, 1));
  }
  return {};
}

} // namespace tandem::smt
