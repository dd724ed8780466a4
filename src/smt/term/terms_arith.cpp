// Bit-vector arithmetic. Constants move outward (x + c) + y = (x + y) + c, so that addresses show as base plus offset;
// multiplication by a constant distributes over x + c for the same reason.

#include "smt/term/terms.h"

#include "base/core/require.h"

#include <utility>

namespace tandem::smt {

Term Terms::bv_neg(Term a) {
  const Sort s = sort(a);
  require(s.is_bv(), "what is negated should be a bit-vector");
  if (const Term done = fold(Kind::BvNeg, s, a)) return done;
  if (const Term done = lift(Kind::BvNeg, s, a, {})) return done;
  if (kind(a) == Kind::BvNeg) return arg(a, 0);
  if (kind(a) == Kind::BvSub) return bv_sub(arg(a, 1), arg(a, 0));
  if (kind(a) == Kind::BvAdd && is_constant(arg(a, 1))) return bv_sub(bv(-bits(arg(a, 1))), arg(a, 0));
  return make(Kind::BvNeg, s, a);
}

Term Terms::add_constant(Term a, Term constant) {
  const Bits k = bits(constant);
  if (k.is_zero()) return a;
  if (kind(a) == Kind::BvAdd && is_constant(arg(a, 1))) return bv_add(arg(a, 0), bv(bits(arg(a, 1)) + k));
  if (kind(a) == Kind::BvSub && is_constant(arg(a, 0))) return bv_sub(bv(bits(arg(a, 0)) + k), arg(a, 1));
  if (kind(a) == Kind::BvNeg) return bv_sub(constant, arg(a, 0));
  if (kind(a) == Kind::BvNot) return bv_sub(bv(k - Bits::one(k.width())), arg(a, 0));
  return {};
}

Term Terms::bv_add(Term a, Term b) {
  need_bv(a, b);
  const Sort s = sort(a);
  if (const Term done = fold(Kind::BvAdd, s, a, b)) return done;
  if (const Term done = lift(Kind::BvAdd, s, a, b)) return done;
  if (is_constant(a) || (b < a && !is_constant(b))) std::swap(a, b);
  if (is_constant(b)) {
    if (const Term done = add_constant(a, b)) return done;
    return make(Kind::BvAdd, s, a, b);
  }
  const Linear x = linear(a);
  const Linear y = linear(b);
  if (x.offset && y.offset) return bv_add(bv_add(x.base, y.base), bv(bits(x.offset) + bits(y.offset)));
  if (x.offset) return bv_add(bv_add(x.base, b), x.offset);
  if (y.offset) return bv_add(bv_add(a, y.base), y.offset);
  if (kind(b) == Kind::BvNeg) return bv_sub(a, arg(b, 0));
  if (kind(a) == Kind::BvNeg) return bv_sub(b, arg(a, 0));
  if (kind(a) == Kind::BvSub && arg(a, 1) == b) return arg(a, 0);
  if (kind(b) == Kind::BvSub && arg(b, 1) == a) return arg(b, 0);
  return make(Kind::BvAdd, s, a, b);
}

Term Terms::bv_sub(Term a, Term b) {
  need_bv(a, b);
  const Sort s = sort(a);
  if (a == b) return bv(Bits::zeros(s.width()));
  if (const Term done = fold(Kind::BvSub, s, a, b)) return done;
  if (const Term done = lift(Kind::BvSub, s, a, b)) return done;
  if (is_constant(b)) return bv_add(a, bv(-bits(b)));
  if (is_zero(a)) return bv_neg(b);
  if (kind(b) == Kind::BvNeg) return bv_add(a, arg(b, 0));
  const Linear y = linear(b);
  if (y.offset) return bv_add(bv_sub(a, y.base), bv(-bits(y.offset)));
  const Linear x = linear(a);
  if (x.offset) return bv_add(bv_sub(x.base, b), x.offset);
  if (kind(a) == Kind::BvAdd && arg(a, 0) == b) return arg(a, 1);
  if (kind(a) == Kind::BvAdd && arg(a, 1) == b) return arg(a, 0);
  if (kind(b) == Kind::BvAdd && arg(b, 0) == a) return bv_neg(arg(b, 1));
  if (kind(b) == Kind::BvAdd && arg(b, 1) == a) return bv_neg(arg(b, 0));
  if (kind(b) == Kind::BvSub && arg(b, 0) == a) return arg(b, 1);
  if (kind(a) == Kind::BvSub && arg(a, 0) == b) return bv_neg(arg(a, 1));
  return make(Kind::BvSub, s, a, b);
}

Term Terms::mul_constant(Term a, Term constant) {
  const Bits k = bits(constant);
  if (k.is_zero()) return constant;
  if (k.is_one()) return a;
  if (k.is_ones()) return bv_neg(a);
  if (kind(a) == Kind::BvMul && is_constant(arg(a, 1))) return bv_mul(arg(a, 0), bv(bits(arg(a, 1)) * k));
  if (kind(a) == Kind::BvAdd && is_constant(arg(a, 1)))
    return bv_add(bv_mul(arg(a, 0), constant), bv(bits(arg(a, 1)) * k));
  if (kind(a) == Kind::BvNeg) return bv_mul(arg(a, 0), bv(-k));
  return {};
}

Term Terms::bv_mul(Term a, Term b) {
  need_bv(a, b);
  const Sort s = sort(a);
  if (const Term done = fold(Kind::BvMul, s, a, b)) return done;
  if (const Term done = lift(Kind::BvMul, s, a, b)) return done;
  if (is_constant(a) || (b < a && !is_constant(b))) std::swap(a, b);
  if (is_constant(b))
    if (const Term done = mul_constant(a, b)) return done;
  if (s.width() == 1) return bv_and(a, b);
  return make(Kind::BvMul, s, a, b);
}

Term Terms::bv_udiv(Term a, Term b) {
  need_bv(a, b);
  const Sort s = sort(a);
  if (const Term done = fold(Kind::BvUdiv, s, a, b)) return done;
  if (const Term done = lift(Kind::BvUdiv, s, a, b)) return done;
  if (is_constant(b)) {
    const Bits k = bits(b);
    if (k.is_zero()) return bv(Bits::ones(s.width()));
    if (k.is_one()) return a;
    if (k.is_power_of_two()) return bv_lshr(a, bv(s.width(), k.trailing_zeros()));
    if (ult(unsigned_max(a), k)) return bv(Bits::zeros(s.width()));
  }
  return make(Kind::BvUdiv, s, a, b);
}

Term Terms::bv_urem(Term a, Term b) {
  need_bv(a, b);
  const Sort s = sort(a);
  if (a == b) return bv(Bits::zeros(s.width()));
  if (const Term done = fold(Kind::BvUrem, s, a, b)) return done;
  if (const Term done = lift(Kind::BvUrem, s, a, b)) return done;
  if (is_constant(b)) {
    const Bits k = bits(b);
    if (k.is_zero()) return a;
    if (k.is_one()) return bv(Bits::zeros(s.width()));
    if (k.is_power_of_two()) return bv_zero_extend(bv_extract(a, k.trailing_zeros() - 1, 0), s.width());
    if (ult(unsigned_max(a), k)) return a;
  }
  return make(Kind::BvUrem, s, a, b);
}

Term Terms::bv_sdiv(Term a, Term b) {
  need_bv(a, b);
  const Sort s = sort(a);
  if (const Term done = fold(Kind::BvSdiv, s, a, b)) return done;
  if (const Term done = lift(Kind::BvSdiv, s, a, b)) return done;
  if (is_constant(b)) {
    if (is_one(b) && s.width() > 1) return a;
    if (is_ones(b)) return bv_neg(a);
  }
  if (!unsigned_max(a).negative() && !unsigned_max(b).negative() && is_constant(b) && !is_zero(b)) return bv_udiv(a, b);
  return make(Kind::BvSdiv, s, a, b);
}

Term Terms::bv_srem(Term a, Term b) {
  need_bv(a, b);
  const Sort s = sort(a);
  if (a == b) return bv(Bits::zeros(s.width()));
  if (const Term done = fold(Kind::BvSrem, s, a, b)) return done;
  if (const Term done = lift(Kind::BvSrem, s, a, b)) return done;
  if (is_constant(b)) {
    if (is_one(b) || is_ones(b)) return bv(Bits::zeros(s.width()));
    if (is_zero(b)) return a;
  }
  if (!unsigned_max(a).negative() && !unsigned_max(b).negative() && is_constant(b)) return bv_urem(a, b);
  return make(Kind::BvSrem, s, a, b);
}

// --- overflow

Term Terms::bv_add_overflows_signed(Term a, Term b) {
  const std::uint32_t w = width(a);
  const Term exact = bv_add(bv_sign_extend(a, w + 1), bv_sign_extend(b, w + 1));
  return distinct(bv_extract(exact, w, w), bv_extract(exact, w - 1, w - 1));
}

Term Terms::bv_sub_overflows_signed(Term a, Term b) {
  const std::uint32_t w = width(a);
  const Term exact = bv_sub(bv_sign_extend(a, w + 1), bv_sign_extend(b, w + 1));
  return distinct(bv_extract(exact, w, w), bv_extract(exact, w - 1, w - 1));
}

Term Terms::bv_mul_overflows_signed(Term a, Term b) {
  const std::uint32_t w = width(a);
  const Term exact = bv_mul(bv_sign_extend(a, 2 * w), bv_sign_extend(b, 2 * w));
  return distinct(exact, bv_sign_extend(bv_extract(exact, w - 1, 0), 2 * w));
}

Term Terms::bv_mul_overflows_unsigned(Term a, Term b) {
  const std::uint32_t w = width(a);
  const Term exact = bv_mul(bv_zero_extend(a, 2 * w), bv_zero_extend(b, 2 * w));
  return distinct(bv_extract(exact, 2 * w - 1, w), bv(Bits::zeros(w)));
}

} // namespace tandem::smt
