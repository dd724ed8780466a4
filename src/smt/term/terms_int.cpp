// Mathematical integers: constants move outward and products with constants distribute, which keeps linear terms short.

#include "smt/term/terms.h"

#include "base/core/require.h"
#include "smt/term/integer.h"

#include <utility>

namespace tandem::smt {

void Terms::need_int(Term a, Term b) const {
  require(sort(a).is_int() && sort(b).is_int(), "both sides should be integers");
}

Term Terms::int_add(Term a, Term b) {
  need_int(a, b);
  const Sort s = Sort::integer();
  if (const Term done = fold(Kind::IntAdd, s, a, b)) return done;
  if (const Term done = lift(Kind::IntAdd, s, a, b)) return done;
  if (is_constant(a) || (b < a && !is_constant(b))) std::swap(a, b);
  const auto has_offset = [this](Term t) { return kind(t) == Kind::IntAdd && is_constant(arg(t, 1)); };
  if (is_constant(b)) {
    if (is_zero(b)) return a;
    if (has_offset(a)) return int_add(arg(a, 0), int_add(arg(a, 1), b));
  } else {
    if (has_offset(a)) return int_add(int_add(arg(a, 0), b), arg(a, 1));
    if (has_offset(b)) return int_add(int_add(a, arg(b, 0)), arg(b, 1));
    if (kind(a) == Kind::IntSub && arg(a, 1) == b) return arg(a, 0);
    if (kind(b) == Kind::IntSub && arg(b, 1) == a) return arg(b, 0);
  }
  return make(Kind::IntAdd, s, a, b);
}

Term Terms::int_sub(Term a, Term b) {
  need_int(a, b);
  const Sort s = Sort::integer();
  if (a == b) return integer(0);
  if (const Term done = fold(Kind::IntSub, s, a, b)) return done;
  if (const Term done = lift(Kind::IntSub, s, a, b)) return done;
  if (is_constant(b)) return int_add(a, constant(s, integers::sub(integers::from(0), bits(b))));
  const auto has_offset = [this](Term t) { return kind(t) == Kind::IntAdd && is_constant(arg(t, 1)); };
  if (has_offset(b)) return int_add(int_sub(a, arg(b, 0)), int_sub(integer(0), arg(b, 1)));
  if (has_offset(a)) return int_add(int_sub(arg(a, 0), b), arg(a, 1));
  if (kind(a) == Kind::IntAdd && arg(a, 0) == b) return arg(a, 1);
  if (kind(a) == Kind::IntAdd && arg(a, 1) == b) return arg(a, 0);
  return make(Kind::IntSub, s, a, b);
}

Term Terms::int_mul(Term a, Term b) {
  need_int(a, b);
  const Sort s = Sort::integer();
  if (const Term done = fold(Kind::IntMul, s, a, b)) return done;
  if (const Term done = lift(Kind::IntMul, s, a, b)) return done;
  if (is_constant(a) || (b < a && !is_constant(b))) std::swap(a, b);
  if (is_constant(b)) {
    if (is_zero(b)) return b;
    if (is_one(b)) return a;
    if (kind(a) == Kind::IntMul && is_constant(arg(a, 1))) return int_mul(arg(a, 0), int_mul(arg(a, 1), b));
    if (kind(a) == Kind::IntAdd && is_constant(arg(a, 1))) return int_add(int_mul(arg(a, 0), b), int_mul(arg(a, 1), b));
  }
  return make(Kind::IntMul, s, a, b);
}

Term Terms::int_div(Term a, Term b) {
  need_int(a, b);
  const Sort s = Sort::integer();
  if (const Term done = fold(Kind::IntDiv, s, a, b)) return done;
  if (const Term done = lift(Kind::IntDiv, s, a, b)) return done;
  if (is_one(b)) return a;
  if (is_zero(b)) return b;
  return make(Kind::IntDiv, s, a, b);
}

Term Terms::int_mod(Term a, Term b) {
  need_int(a, b);
  const Sort s = Sort::integer();
  if (const Term done = fold(Kind::IntMod, s, a, b)) return done;
  if (const Term done = lift(Kind::IntMod, s, a, b)) return done;
  if (is_one(b)) return integer(0);
  if (is_zero(b)) return a;
  return make(Kind::IntMod, s, a, b);
}

Term Terms::int_lt(Term a, Term b) {
  need_int(a, b);
  if (a == b) return false_term_;
  if (const Term done = fold(Kind::IntLt, Sort::boolean(), a, b)) return done;
  if (const Term done = lift(Kind::IntLt, Sort::boolean(), a, b)) return done;
  if (is_constant(b) && kind(a) == Kind::IntAdd && is_constant(arg(a, 1)))
    return int_lt(arg(a, 0), int_sub(b, arg(a, 1)));
  if (is_constant(a) && kind(b) == Kind::IntAdd && is_constant(arg(b, 1)))
    return int_lt(int_sub(a, arg(b, 1)), arg(b, 0));
  return make(Kind::IntLt, Sort::boolean(), a, b);
}

} // namespace tandem::smt
