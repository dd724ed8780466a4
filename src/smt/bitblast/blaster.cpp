// One dispatch per kind; the arithmetic is in words.cpp. Traversal is iterative, and the literals of all terms lie in
// one pool, so that a word is an offset. Quotient and remainder of the same operands share a divider.

#include "smt/bitblast/blaster.h"

#include "base/core/require.h"

namespace tandem::smt::bitblast {

WordView Blaster::done(Term t) const { return WordView(pool_).subspan(offsets_[t] - 1, terms_.sort(t).width()); }

WordView Blaster::bits(Term t) {
  blast(t);
  return done(t);
}

void Blaster::blast(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (is_done(t)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Term argument : terms_.args(t))
      if (!is_done(argument)) stack.push_back(argument);
    if (stack.size() > before) continue;
    const Word word = make(t);
    offsets_.set(t, pool_.size() + 1);
    pool_.insert(pool_.end(), word.begin(), word.end());
    stack.pop_back();
  }
}

Word Blaster::make(Term t) {
  const auto a = [&] { return done(terms_.arg(t, 0)); };
  const auto b = [&] { return done(terms_.arg(t, 1)); };
  const auto c = [&] { return done(terms_.arg(t, 2)); };
  switch (terms_.kind(t)) {
  case Kind::Constant: return words_.constant(terms_.bits(t));
  case Kind::Variable: return make_variable(t);
  case Kind::Eq: return make_eq(t);
  case Kind::Ite: return words_.mux(a()[0], b(), c());
  case Kind::Not: return words_.complement(a());
  case Kind::And: return words_.land(a(), b());
  case Kind::Or: return words_.lor(a(), b());
  case Kind::BvNot: return words_.complement(a());
  case Kind::BvAnd: return words_.land(a(), b());
  case Kind::BvOr: return words_.lor(a(), b());
  case Kind::BvXor: return words_.lxor(a(), b());
  case Kind::BvNeg: return words_.negate(a());
  case Kind::BvAdd: return words_.add(a(), b());
  case Kind::BvSub: return words_.sub(a(), b());
  case Kind::BvMul: return words_.mul(a(), b());
  case Kind::BvUdiv:
  case Kind::BvUrem:
  case Kind::BvSdiv:
  case Kind::BvSrem: return make_division(t);
  case Kind::BvShl: return words_.shift(Words::Shift::Left, a(), b());
  case Kind::BvLshr: return words_.shift(Words::Shift::Right, a(), b());
  case Kind::BvAshr: return words_.shift(Words::Shift::RightSigned, a(), b());
  case Kind::BvUlt: return {words_.less(a(), b())};
  case Kind::BvSlt: return {words_.less_signed(a(), b())};
  case Kind::BvConcat: return make_concat(t);
  case Kind::BvExtract: return make_extract(t);
  case Kind::BvZeroExtend:
  case Kind::BvSignExtend: return make_extended(t);
  case Kind::Select:
  case Kind::Store:
  case Kind::ConstArray:
  case Kind::FpFromBits:
  case Kind::FpToBits:
  case Kind::FpAbs:
  case Kind::FpNeg:
  case Kind::FpAdd:
  case Kind::FpMul:
  case Kind::FpDiv:
  case Kind::FpSqrt:
  case Kind::FpRem:
  case Kind::FpRoundToIntegral:
  case Kind::FpEq:
  case Kind::FpLt:
  case Kind::FpLe:
  case Kind::FpIsNan:
  case Kind::FpIsInfinite:
  case Kind::FpIsZero:
  case Kind::FpIsNormal:
  case Kind::FpIsSubnormal:
  case Kind::FpIsNegative:
  case Kind::FpToFp:
  case Kind::FpFromSbv:
  case Kind::FpFromUbv:
  case Kind::FpToSbv:
  case Kind::FpToUbv:
  case Kind::IntAdd:
  case Kind::IntSub:
  case Kind::IntMul:
  case Kind::IntDiv:
  case Kind::IntMod:
  case Kind::IntLt: break;
  }
  throw InternalError("a term should be reduced to bit-vectors before it is blasted");
}

Word Blaster::make_variable(Term t) {
  Word word(terms_.sort(t).width());
  for (Lit& lit : word) lit = circuit_.input();
  return word;
}

Word Blaster::make_eq(Term t) { return {words_.equal(done(terms_.arg(t, 0)), done(terms_.arg(t, 1)))}; }

Word Blaster::make_extract(Term t) const {
  const WordView a = done(terms_.arg(t, 0)).subspan(terms_.low(t), terms_.width(t));
  return {a.begin(), a.end()};
}

Word Blaster::make_concat(Term t) const {
  const WordView high = done(terms_.arg(t, 0));
  const WordView low = done(terms_.arg(t, 1));
  Word word(low.begin(), low.end());
  word.insert(word.end(), high.begin(), high.end());
  return word;
}

Word Blaster::make_extended(Term t) const {
  const WordView a = done(terms_.arg(t, 0));
  Word word(a.begin(), a.end());
  word.resize(terms_.width(t), terms_.kind(t) == Kind::BvSignExtend ? a.back() : lit_false);
  return word;
}

Word Blaster::make_division(Term t) {
  const Kind kind = terms_.kind(t);
  const bool is_signed = kind == Kind::BvSdiv || kind == Kind::BvSrem;
  const Term a = terms_.arg(t, 0);
  const Term b = terms_.arg(t, 1);
  auto found = divisions_.find({is_signed, a, b});
  if (found == divisions_.end()) {
    Words::Division made = is_signed ? words_.divide_signed(done(a), done(b)) : words_.divide(done(a), done(b));
    found = divisions_.emplace(DivisionKey{is_signed, a, b}, std::move(made)).first;
  }
  return kind == Kind::BvUdiv || kind == Kind::BvSdiv ? found->second.quotient : found->second.remainder;
}

} // namespace tandem::smt::bitblast
