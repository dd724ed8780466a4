// Signed division is division of the magnitudes, with signs as C has them: the quotient is rounded towards zero and the
// remainder has the sign of the dividend.

#include "smt/bitblast/division_abstraction.h"

#include "base/core/require.h"

namespace tandem::smt::bitblast {

namespace {

bool is_signed(Kind kind) { return kind == Kind::BvSdiv || kind == Kind::BvSrem; }
bool is_quotient(Kind kind) { return kind == Kind::BvUdiv || kind == Kind::BvSdiv; }

} // namespace

bool DivisionAbstraction::concerns(Kind kind, Term divisor) const {
  const bool is_division = is_signed(kind) || kind == Kind::BvUdiv || kind == Kind::BvUrem;
  return is_division && terms_.width(divisor) >= width_at_least_ && !terms_.is_constant(divisor);
}

Term DivisionAbstraction::operator()(Kind kind, Term dividend, Term divisor, std::vector<Term>& conditions) {
  require(concerns(kind, divisor), "the term should be a division to be abstracted");
  if (!is_signed(kind)) {
    const Division& division = unsigned_division(dividend, divisor, conditions);
    return is_quotient(kind) ? division.quotient : division.remainder;
  }
  const Term zero = terms_.bv(terms_.width(dividend), 0);
  const Term minus_dividend = terms_.bv_slt(dividend, zero), minus_divisor = terms_.bv_slt(divisor, zero);
  const auto with_sign = [&](Term minus, Term t) { return terms_.ite(minus, terms_.bv_neg(t), t); };
  const Division& division =
      unsigned_division(with_sign(minus_dividend, dividend), with_sign(minus_divisor, divisor), conditions);
  return is_quotient(kind) ? with_sign(terms_.distinct(minus_dividend, minus_divisor), division.quotient)
                           : with_sign(minus_dividend, division.remainder);
}

const DivisionAbstraction::Division& DivisionAbstraction::unsigned_division(Term dividend, Term divisor,
                                                                            std::vector<Term>& conditions) {
  const auto [known, is_new] = by_operands_.try_emplace({dividend, divisor}, divisions_.size());
  if (is_new) {
    const Sort sort = terms_.sort(dividend);
    divisions_.push_back({dividend, divisor, terms_.fresh("quotient", sort), terms_.fresh("remainder", sort)});
    add_facts(divisions_.back(), conditions);
  }
  return divisions_[known->second];
}

// By zero: all ones, and the dividend.
void DivisionAbstraction::add_facts(const Division& division, std::vector<Term>& conditions) {
  const auto [a, b, quotient, remainder, is_defined] = division;
  const std::uint32_t width = terms_.width(a);
  const Term zero = terms_.bv(width, 0), one = terms_.bv(width, 1);
  const auto is = [&](Term q, Term r) { return terms_.and_(terms_.eq(quotient, q), terms_.eq(remainder, r)); };
  const Term by_zero = terms_.eq(b, zero), is_below = terms_.bv_ult(a, b), rest = terms_.bv_sub(a, b);
  const auto otherwise = [&](Term premise, Term fact) {
    conditions.push_back(terms_.or_(terms_.or_(by_zero, premise), fact));
  };
  conditions.push_back(terms_.implies(by_zero, is(terms_.constant(terms_.sort(a), Bits::ones(width)), a)));
  conditions.push_back(terms_.implies(is_below, is(zero, a)));
  conditions.push_back(terms_.implies(terms_.eq(b, one), is(a, zero)));
  otherwise(terms_.false_(), terms_.bv_ult(remainder, b));
  otherwise(terms_.false_(), terms_.bv_ule(quotient, a));
  otherwise(is_below, terms_.bv_ule(remainder, rest));
  otherwise(terms_.or_(is_below, terms_.not_(terms_.bv_ult(rest, b))), is(one, rest));
}

void DivisionAbstraction::refine(Evaluator& model, std::vector<Term>& lemmas) {
  for (Division& division : divisions_) {
    if (division.is_defined) continue;
    const Bits a = model.bits(division.dividend), b = model.bits(division.divisor);
    if (model.bits(division.quotient) == udiv(a, b) && model.bits(division.remainder) == urem(a, b)) continue;
    lemmas.push_back(terms_.eq(division.quotient, terms_.bv_udiv(division.dividend, division.divisor)));
    lemmas.push_back(terms_.eq(division.remainder, terms_.bv_urem(division.dividend, division.divisor)));
    division.is_defined = true;
  }
}

} // namespace tandem::smt::bitblast
