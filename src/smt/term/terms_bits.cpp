// Bitwise operators, shifts, extension, extraction and concatenation. Normal forms: a shift right by a constant is an
// extended extract, a shift left a product with a power of two, a low mask an extended extract.

#include "smt/term/terms.h"

#include "base/core/require.h"

#include <algorithm>
#include <utility>

namespace tandem::smt {

Term Terms::bv_not(Term a) {
  const Sort s = sort(a);
  require(s.is_bv(), "what is complemented should be a bit-vector");
  if (const Term done = fold(Kind::BvNot, s, a)) return done;
  if (const Term done = lift(Kind::BvNot, s, a, {})) return done;
  if (kind(a) == Kind::BvNot) return arg(a, 0);
  return make(Kind::BvNot, s, a);
}

namespace {

Bits combine(Kind kind, const Bits& a, const Bits& b) {
  return kind == Kind::BvAnd ? a & b : kind == Kind::BvOr ? a | b : a ^ b;
}

} // namespace

Term Terms::bitwise_constant(Kind kind, Term a, Term constant) {
  const Bits k = bits(constant);
  if (k.is_zero()) return kind == Kind::BvAnd ? constant : a;
  if (k.is_ones()) return kind == Kind::BvAnd ? a : kind == Kind::BvOr ? constant : bv_not(a);
  if (this->kind(a) == kind && is_constant(arg(a, 1))) {
    const Term rest = arg(a, 0);
    const Term merged = bv(combine(kind, bits(arg(a, 1)), k));
    return kind == Kind::BvAnd ? bv_and(rest, merged) : kind == Kind::BvOr ? bv_or(rest, merged) : bv_xor(rest, merged);
  }
  // A low mask keeps the low bits.
  const std::uint32_t kept = k.active();
  if (kind == Kind::BvAnd && (k + Bits::one(k.width())).is_power_of_two())
    return bv_zero_extend(bv_extract(a, kept - 1, 0), k.width());
  return {};
}

Term Terms::bitwise(Kind kind, Term a, Term b) {
  need_bv(a, b);
  const Sort s = sort(a);
  if (a == b) return kind == Kind::BvXor ? bv(Bits::zeros(s.width())) : a;
  if (const Term done = fold(kind, s, a, b)) return done;
  if (const Term done = lift(kind, s, a, b)) return done;
  if (is_constant(a) || (b < a && !is_constant(b))) std::swap(a, b);
  if (is_constant(b)) {
    if (const Term done = bitwise_constant(kind, a, b)) return done;
  } else {
    const auto complements = [this](Term x, Term y) { return this->kind(x) == Kind::BvNot && arg(x, 0) == y; };
    if (complements(a, b) || complements(b, a))
      return bv(kind == Kind::BvAnd ? Bits::zeros(s.width()) : Bits::ones(s.width()));
    for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}})
      if (this->kind(y) == kind && (arg(y, 0) == x || arg(y, 1) == x))
        return kind == Kind::BvXor ? (arg(y, 0) == x ? arg(y, 1) : arg(y, 0)) : y;
  }
  return make(kind, s, a, b);
}

Term Terms::bv_and(Term a, Term b) { return bitwise(Kind::BvAnd, a, b); }
Term Terms::bv_or(Term a, Term b) { return bitwise(Kind::BvOr, a, b); }
Term Terms::bv_xor(Term a, Term b) { return bitwise(Kind::BvXor, a, b); }

// --- shifts

namespace {

// A constant shift amount; the width stands for all larger ones.
std::uint32_t amount_of(const Bits& amount, std::uint32_t width) {
  return amount.active() > 32 ? width : static_cast<std::uint32_t>(std::min<std::uint64_t>(amount.low(), width));
}

} // namespace

Term Terms::bv_shl(Term a, Term b) {
  need_bv(a, b);
  const Sort s = sort(a);
  if (is_zero(a)) return a;
  if (const Term done = lift(Kind::BvShl, s, a, b)) return done;
  if (!is_constant(b)) return make(Kind::BvShl, s, a, b);
  const std::uint32_t amount = amount_of(bits(b), s.width());
  if (amount == s.width()) return bv(Bits::zeros(s.width()));
  return bv_mul(a, bv(Bits::one(s.width()) << amount));
}

Term Terms::bv_lshr(Term a, Term b) {
  need_bv(a, b);
  const Sort s = sort(a);
  if (is_zero(a)) return a;
  if (const Term done = lift(Kind::BvLshr, s, a, b)) return done;
  if (!is_constant(b)) return make(Kind::BvLshr, s, a, b);
  const std::uint32_t amount = amount_of(bits(b), s.width());
  if (amount == s.width()) return bv(Bits::zeros(s.width()));
  return bv_zero_extend(bv_extract(a, s.width() - 1, amount), s.width());
}

Term Terms::bv_ashr(Term a, Term b) {
  need_bv(a, b);
  const Sort s = sort(a);
  if (is_zero(a) || is_ones(a)) return a;
  if (const Term done = lift(Kind::BvAshr, s, a, b)) return done;
  if (!is_constant(b)) return make(Kind::BvAshr, s, a, b);
  const std::uint32_t amount = std::min(amount_of(bits(b), s.width()), s.width() - 1);
  return bv_sign_extend(bv_extract(a, s.width() - 1, amount), s.width());
}

// --- extension

Term Terms::bv_zero_extend(Term a, std::uint32_t width) {
  require(sort(a).is_bv() && width >= this->width(a), "an extension should not shorten a bit-vector");
  if (width == this->width(a)) return a;
  const Sort s = Sort::bv(width);
  if (const Term done = fold(Kind::BvZeroExtend, s, a)) return done;
  if (const Term done = lift(Kind::BvZeroExtend, s, a, {})) return done;
  if (kind(a) == Kind::BvZeroExtend) a = arg(a, 0);
  return make(Kind::BvZeroExtend, s, a);
}

Term Terms::bv_sign_extend(Term a, std::uint32_t width) {
  require(sort(a).is_bv() && width >= this->width(a), "an extension should not shorten a bit-vector");
  if (width == this->width(a)) return a;
  const Sort s = Sort::bv(width);
  if (const Term done = fold(Kind::BvSignExtend, s, a)) return done;
  if (const Term done = lift(Kind::BvSignExtend, s, a, {})) return done;
  if (kind(a) == Kind::BvZeroExtend) return bv_zero_extend(arg(a, 0), width);
  if (kind(a) == Kind::BvSignExtend) a = arg(a, 0);
  return make(Kind::BvSignExtend, s, a);
}

// --- concatenation

// One term for two neighbours: constants, or adjacent slices of one term.
Term Terms::concat_adjacent(Term high, Term low) {
  if (is_constant(high) && is_constant(low)) return bv(concat(bits(high), bits(low)));
  if (kind(high) == Kind::BvExtract && kind(low) == Kind::BvExtract && arg(high, 0) == arg(low, 0) &&
      this->low(high) == this->high(low) + 1)
    return bv_extract(arg(high, 0), this->high(high), this->low(low));
  return {};
}

Term Terms::bv_concat(Term high, Term low) {
  require(sort(high).is_bv() && sort(low).is_bv(), "what is concatenated should be bit-vectors");
  const std::uint32_t total = width(high) + width(low);
  if (const Term done = concat_adjacent(high, low)) return done;
  if (is_zero(high)) return bv_zero_extend(low, total);
  if (kind(high) == Kind::BvZeroExtend) return bv_zero_extend(bv_concat(arg(high, 0), low), total);
  if (kind(high) == Kind::BvConcat)
    if (const Term joined = concat_adjacent(arg(high, 1), low)) return bv_concat(arg(high, 0), joined);
  if (kind(low) == Kind::BvConcat)
    if (const Term joined = concat_adjacent(high, arg(low, 0))) return bv_concat(joined, arg(low, 1));
  if (const Term done = lift(Kind::BvConcat, Sort::bv(total), high, low)) return done;
  return make(Kind::BvConcat, Sort::bv(total), high, low);
}

// --- extraction

Term Terms::bv_extract(Term a, std::uint32_t high, std::uint32_t low) {
  require(sort(a).is_bv() && low <= high && high < width(a), "extracted bits should lie inside a bit-vector");
  // Slices of slices, and slices inside one part, in a loop: such chains can be long.
  for (;;) {
    if (low == 0 && high + 1 == width(a)) return a;
    if (kind(a) == Kind::BvExtract) {
      high += this->low(a);
      low += this->low(a);
      a = arg(a, 0);
    } else if (kind(a) == Kind::BvConcat && low >= width(arg(a, 1))) {
      const std::uint32_t below = width(arg(a, 1));
      high -= below;
      low -= below;
      a = arg(a, 0);
    } else if (kind(a) == Kind::BvConcat && high < width(arg(a, 1))) {
      a = arg(a, 1);
    } else if ((kind(a) == Kind::BvZeroExtend || kind(a) == Kind::BvSignExtend) && high < width(arg(a, 0))) {
      a = arg(a, 0);
    } else {
      break;
    }
  }
  if (const Term done = extract_from(a, high, low)) return done;
  return make(Kind::BvExtract, Sort::bv(high - low + 1), a, Term(high), Term(low));
}

Term Terms::extract_from(Term a, std::uint32_t high, std::uint32_t low) {
  const Kind op = kind(a);
  if (op == Kind::Constant) return bv(smt::extract(bits(a), high, low));
  if (is_ite_of_constants(a))
    return ite(arg(a, 0), bv(smt::extract(bits(arg(a, 1)), high, low)), bv(smt::extract(bits(arg(a, 2)), high, low)));
  if (op == Kind::BvConcat && width(a) <= 1024) {
    const std::uint32_t below = width(arg(a, 1));
    return bv_concat(bv_extract(arg(a, 0), high - below, 0), bv_extract(arg(a, 1), below - 1, low));
  }
  if (op == Kind::BvZeroExtend || op == Kind::BvSignExtend) return extract_extended(a, high, low);
  if (op == Kind::BvNot) return bv_not(bv_extract(arg(a, 0), high, low));
  if ((op == Kind::BvAnd || op == Kind::BvOr || op == Kind::BvXor) && is_constant(arg(a, 1))) {
    const Bits k = smt::extract(bits(arg(a, 1)), high, low);
    if (k.is_zero() || k.is_ones()) return bitwise(op, bv_extract(arg(a, 0), high, low), bv(k));
  }
  if (op == Kind::BvMul && is_constant(arg(a, 1))) return extract_product(a, high, low);
  return {};
}

// A product with a power of two is shifted; the low bits of any even multiple are zero.
Term Terms::extract_product(Term a, std::uint32_t high, std::uint32_t low) {
  const Bits k = bits(arg(a, 1));
  const std::uint32_t shift = k.trailing_zeros();
  if (high < shift) return bv(Bits::zeros(high - low + 1));
  if (!k.is_power_of_two()) return {};
  if (low >= shift) return bv_extract(arg(a, 0), high - shift, low - shift);
  return bv_concat(bv_extract(arg(a, 0), high - shift, 0), bv(Bits::zeros(shift - low)));
}

// The slice reaches into the bits that were added.
Term Terms::extract_extended(Term a, std::uint32_t high, std::uint32_t low) {
  const Term source = arg(a, 0);
  const std::uint32_t top = width(source) - 1;
  const std::uint32_t count = high - low + 1;
  if (kind(a) == Kind::BvZeroExtend)
    return low > top ? bv(Bits::zeros(count)) : bv_zero_extend(bv_extract(source, top, low), count);
  return bv_sign_extend(bv_extract(source, top, std::min(low, top)), count);
}

} // namespace tandem::smt
