// Equality and order. The rules aim at the terms that C programs produce: promoted values compared with constants,
// truth values as conditionals over 0 and 1, addresses as base plus offset.

#include "smt/term/terms.h"

#include "base/core/require.h"
#include "smt/term/integer.h"

#include <utility>

namespace tandem::smt {

Term Terms::eq(Term a, Term b) {
  require(node(a).sort == node(b).sort, "both sides of an equality should have one sort");
  if (a == b) return true_term_;
  const Sort s = sort(a);
  if (is_constant(a) && is_constant(b)) return false_term_;
  if (s.is_bool()) return eq_bool(a, b);
  if (is_constant(a) || (b < a && !is_constant(b))) std::swap(a, b);
  if (s.is_bv())
    if (const Term done = eq_bv(a, b)) return done;
  if (s.is_int() && is_constant(b) && kind(a) == Kind::IntAdd && is_constant(arg(a, 1)))
    return eq(arg(a, 0), int_sub(b, arg(a, 1)));
  if (is_constant(b) && is_ite_of_constants(a)) return eq_ite_constant(a, b);
  return make(Kind::Eq, Sort::boolean(), a, b);
}

Term Terms::eq_bv(Term a, Term b) {
  if (is_constant(b)) return eq_constant(a, b);
  const Linear x = linear(a);
  const Linear y = linear(b);
  if (x.base == y.base) return boolean(x.offset == y.offset);
  if (x.offset && x.offset == y.offset) return eq(x.base, y.base);
  return eq_structure(a, b);
}

// t as base + offset; the offset is empty for 0, so that equal terms split equally.
Terms::Linear Terms::linear(Term t) const {
  if (kind(t) == Kind::BvAdd && is_constant(arg(t, 1))) return {arg(t, 0), arg(t, 1)};
  return {t, {}};
}

Term Terms::eq_structure(Term a, Term b) {
  const Kind ka = kind(a);
  if (ka != kind(b)) {
    // A sum and one of its parts: x + y = x.
    if (ka == Kind::BvAdd && (arg(a, 0) == b || arg(a, 1) == b))
      return eq(arg(a, arg(a, 0) == b ? 1 : 0), bv(Bits::zeros(width(a))));
    if (kind(b) == Kind::BvAdd && (arg(b, 0) == a || arg(b, 1) == a))
      return eq(arg(b, arg(b, 0) == a ? 1 : 0), bv(Bits::zeros(width(a))));
    return {};
  }
  const bool same_shape = arity(ka) >= 1 && node(arg(a, 0)).sort == node(arg(b, 0)).sort;
  if ((ka == Kind::BvZeroExtend || ka == Kind::BvSignExtend) && same_shape) return eq(arg(a, 0), arg(b, 0));
  if (ka == Kind::BvNot || ka == Kind::BvNeg) return eq(arg(a, 0), arg(b, 0));
  if (ka == Kind::BvConcat && same_shape) return and_(eq(arg(a, 0), arg(b, 0)), eq(arg(a, 1), arg(b, 1)));
  if (ka == Kind::BvAdd || ka == Kind::BvXor) {
    for (const std::size_t i : {0, 1})
      for (const std::size_t k : {0, 1})
        if (arg(a, i) == arg(b, k)) return eq(arg(a, 1 - i), arg(b, 1 - k));
  }
  return {};
}

Term Terms::eq_constant(Term a, Term constant) {
  const Bits k = bits(constant);
  if (const Term done = eq_constant_solved(a, k)) return done;
  if (const Term done = eq_constant_parts(a, k)) return done;
  if (kind(a) == Kind::Ite) return eq_ite_constant(a, constant);
  // One bit has one atom.
  if (k.width() == 1 && k.is_zero()) return not_(eq(a, bv(1, 1)));
  if (ult(unsigned_max(a), k)) return false_term_;
  return {};
}

// Solves for the argument where the operator is invertible.
Term Terms::eq_constant_solved(Term a, const Bits& k) {
  const Kind op = kind(a);
  if (op == Kind::BvNot) return eq(arg(a, 0), bv(~k));
  if (op == Kind::BvNeg) return eq(arg(a, 0), bv(-k));
  if (op == Kind::BvAdd && is_constant(arg(a, 1))) return eq(arg(a, 0), bv(k - bits(arg(a, 1))));
  if (op == Kind::BvXor && is_constant(arg(a, 1))) return eq(arg(a, 0), bv(k ^ bits(arg(a, 1))));
  if (op == Kind::BvSub && is_constant(arg(a, 0))) return eq(arg(a, 1), bv(bits(arg(a, 0)) - k));
  if ((op == Kind::BvSub || op == Kind::BvXor) && k.is_zero()) return eq(arg(a, 0), arg(a, 1));
  return {};
}

// Compares bit by bit what the operator keeps apart.
Term Terms::eq_constant_parts(Term a, const Bits& k) {
  const Kind op = kind(a);
  const std::uint32_t width = k.width();
  if (op == Kind::BvAnd && is_constant(arg(a, 1)) && !(k & ~bits(arg(a, 1))).is_zero()) return false_term_;
  if (op == Kind::BvOr && is_constant(arg(a, 1)) && !(~k & bits(arg(a, 1))).is_zero()) return false_term_;
  if (op == Kind::BvZeroExtend || op == Kind::BvSignExtend) {
    const Bits low = resize(k, this->width(arg(a, 0)));
    const Bits back = op == Kind::BvZeroExtend ? zero_extend(low, width) : sign_extend(low, width);
    return back == k ? eq(arg(a, 0), bv(low)) : false_term_;
  }
  if (op == Kind::BvConcat) {
    const std::uint32_t low = this->width(arg(a, 1));
    return and_(eq(arg(a, 0), bv(smt::extract(k, width - 1, low))), eq(arg(a, 1), bv(smt::extract(k, low - 1, 0))));
  }
  return {};
}

// (c ? k1 : x) = k where k1 is constant. The other branch must not be a conditional, so that long chains are not
// traversed.
Term Terms::eq_ite_constant(Term t, Term constant) {
  const Term c = arg(t, 0);
  const Term a = arg(t, 1);
  const Term b = arg(t, 2);
  if (is_constant(a) && (is_constant(b) || kind(b) != Kind::Ite)) {
    const Term rest = eq(b, constant);
    return a == constant ? or_(c, rest) : and_(not_(c), rest);
  }
  if (is_constant(b) && kind(a) != Kind::Ite) {
    const Term rest = eq(a, constant);
    return b == constant ? or_(not_(c), rest) : and_(c, rest);
  }
  return {};
}

// --- order

Term Terms::bv_ult(Term a, Term b) {
  need_bv(a, b);
  if (a == b || is_zero(b) || is_ones(a)) return false_term_;
  if (const Term done = fold(Kind::BvUlt, Sort::boolean(), a, b)) return done;
  if (const Term done = lift(Kind::BvUlt, Sort::boolean(), a, b)) return done;
  if (is_one(b)) return eq(a, bv(Bits::zeros(width(a))));
  if (is_ones(b)) return distinct(a, b);
  if (is_zero(a)) return distinct(b, a);
  if (width(a) == 1) return and_(eq(a, bv(1, 0)), eq(b, bv(1, 1)));
  if (const Term done = compare_extended(Kind::BvUlt, a, b)) return done;
  if (const Term done = compare_bound(Kind::BvUlt, a, b)) return done;
  return make(Kind::BvUlt, Sort::boolean(), a, b);
}

Term Terms::bv_slt(Term a, Term b) {
  need_bv(a, b);
  if (a == b) return false_term_;
  if (const Term done = fold(Kind::BvSlt, Sort::boolean(), a, b)) return done;
  if (const Term done = lift(Kind::BvSlt, Sort::boolean(), a, b)) return done;
  const Bits least = Bits::sign_bit(width(a));
  if (is_constant(b)) {
    if (bits(b) == least) return false_term_;
    if (bits(b) == ~least) return distinct(a, b);
  }
  if (is_constant(a)) {
    if (bits(a) == ~least) return false_term_;
    if (bits(a) == least) return distinct(b, a);
  }
  if (width(a) == 1) return and_(eq(a, bv(1, 1)), eq(b, bv(1, 0)));
  if (const Term done = compare_extended(Kind::BvSlt, a, b)) return done;
  if (const Term done = compare_bound(Kind::BvSlt, a, b)) return done;
  return make(Kind::BvSlt, Sort::boolean(), a, b);
}

// Both sides extended in the same way from one width: compare what was extended. A constant counts as extended if
// truncating and extending it yields the constant again.
Term Terms::compare_extended(Kind kind, Term a, Term b) {
  const Term extended = is_constant(a) ? b : a;
  const Kind how = this->kind(extended);
  if (how != Kind::BvZeroExtend && how != Kind::BvSignExtend) return {};
  const std::uint32_t from = width(arg(extended, 0));
  const auto source = [&](Term t) -> Term {
    if (this->kind(t) == how && width(arg(t, 0)) == from) return arg(t, 0);
    if (!is_constant(t)) return {};
    const Bits low = resize(bits(t), from);
    const Bits back = how == Kind::BvZeroExtend ? zero_extend(low, width(t)) : sign_extend(low, width(t));
    return back == bits(t) ? bv(low) : Term();
  };
  const Term x = source(a);
  const Term y = source(b);
  if (!x || !y) return {};
  // Zero-extended numbers are not negative, and sign extension keeps both orders.
  return kind == Kind::BvUlt || how == Kind::BvZeroExtend ? bv_ult(x, y) : bv_slt(x, y);
}

// Decided if one side is a constant beyond the unsigned maximum of the other.
Term Terms::compare_bound(Kind kind, Term a, Term b) {
  if (is_constant(b)) {
    const Bits k = bits(b);
    const Bits max = unsigned_max(a);
    if (kind == Kind::BvUlt) return ult(max, k) ? true_term_ : Term();
    if (!max.negative()) return k.negative() ? false_term_ : ult(max, k) ? true_term_ : Term();
  } else if (is_constant(a)) {
    const Bits k = bits(a);
    const Bits max = unsigned_max(b);
    if (kind == Kind::BvUlt) return !ult(k, max) ? false_term_ : Term();
    if (!max.negative()) return k.negative() ? true_term_ : !ult(k, max) ? false_term_ : Term();
  }
  return {};
}

// The largest unsigned value the term's own operator allows.
Bits Terms::unsigned_max(Term t) const {
  const Kind op = kind(t);
  const std::uint32_t w = width(t);
  if (op == Kind::Constant) return bits(t);
  if (op == Kind::BvZeroExtend) return zero_extend(Bits::ones(width(arg(t, 0))), w);
  if (op == Kind::BvAnd && is_constant(arg(t, 1))) return bits(arg(t, 1));
  if ((op == Kind::BvUrem || op == Kind::BvUdiv) && is_constant(arg(t, 1)) && !is_zero(arg(t, 1)))
    return op == Kind::BvUrem ? bits(arg(t, 1)) - Bits::one(w) : udiv(Bits::ones(w), bits(arg(t, 1)));
  if (is_ite_of_constants(t)) {
    const Bits x = bits(arg(t, 1));
    const Bits y = bits(arg(t, 2));
    return ult(x, y) ? y : x;
  }
  return Bits::ones(w);
}

} // namespace tandem::smt
