// One dispatch per kind. Operators that SMT-LIB leaves partially open are guarded to have the meaning fixed in terms.h.

#include "smt/solver/z3_translate.h"

#include "base/core/require.h"
#include "smt/term/float_range.h"
#include "smt/term/float_value.h"

#include <algorithm>

namespace tandem::smt {

namespace {

void ignore_error(Z3_context, Z3_error_code) {}

using Args = std::array<Z3_ast, 3>;

Z3_context make_context() {
  Z3_config config = Z3_mk_config();
  Z3_context context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  return context;
}

} // namespace

Z3Context::Z3Context() : context_(make_context()) { Z3_set_error_handler(context_, ignore_error); }

Z3Context::~Z3Context() { Z3_del_context(context_); }

void Z3Context::check_error() const {
  const Z3_error_code code = Z3_get_error_code(context_);
  if (code != Z3_OK) throw Z3Error(std::string("z3: ") + Z3_get_error_msg(context_, code));
}

Z3Translator::~Z3Translator() {
  for (Z3_ast ast : kept_) Z3_dec_ref(c_, ast);
}

Z3_ast Z3Translator::keep(Z3_ast ast) {
  context_.check_error();
  Z3_inc_ref(c_, ast);
  kept_.push_back(ast);
  return ast;
}

Z3_ast Z3Translator::fresh() { return keep(Z3_mk_fresh_const(c_, "assumed", Z3_mk_bool_sort(c_))); }

Z3_ast Z3Translator::translate(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (done_[t] != nullptr) {
      stack.pop_back();
      continue;
    }
    const auto args = terms_.args(t);
    Args translated{};
    const std::size_t before = stack.size();
    for (std::size_t i = 0; i < args.size(); ++i) {
      translated[i] = done_[args[i]];
      if (translated[i] == nullptr) stack.push_back(args[i]);
    }
    if (stack.size() > before) continue;
    done_.set(t, keep(make(t, translated)));
    stack.pop_back();
  }
  return done_[root];
}

Z3_sort Z3Translator::sort(Sort s) {
  if (const auto found = sorts_.find(s); found != sorts_.end()) return found->second;
  Z3_sort made = nullptr;
  switch (s.kind()) {
  case SortKind::Bool: made = Z3_mk_bool_sort(c_); break;
  case SortKind::BitVec: made = Z3_mk_bv_sort(c_, s.width()); break;
  case SortKind::Float: made = Z3_mk_fpa_sort(c_, s.exponent(), s.significand()); break;
  case SortKind::Int: made = Z3_mk_int_sort(c_); break;
  case SortKind::Array: made = Z3_mk_array_sort(c_, sort(s.index()), sort(s.element())); break;
  }
  keep(Z3_sort_to_ast(c_, made));
  sorts_.emplace(s, made);
  return made;
}

Z3_ast Z3Translator::constant(Sort s, const Bits& bits) {
  if (s.is_bool()) return bits.is_zero() ? Z3_mk_false(c_) : Z3_mk_true(c_);
  if (s.is_int()) return Z3_mk_numeral(c_, bits.signed_decimal().c_str(), sort(s));
  if (s.is_float()) return Z3_mk_fpa_to_fp_bv(c_, keep(constant(Sort::bv(bits.width()), bits)), sort(s));
  if (bits.width() <= 64) return Z3_mk_unsigned_int64(c_, bits.low(), sort(s));
  return Z3_mk_numeral(c_, bits.decimal().c_str(), sort(s));
}

Z3_ast Z3Translator::rounding(Rounding r) {
  switch (r) {
  case Rounding::NearestEven: return keep(Z3_mk_fpa_rne(c_));
  case Rounding::NearestAway: return keep(Z3_mk_fpa_rna(c_));
  case Rounding::TowardPositive: return keep(Z3_mk_fpa_rtp(c_));
  case Rounding::TowardNegative: return keep(Z3_mk_fpa_rtn(c_));
  case Rounding::TowardZero: return keep(Z3_mk_fpa_rtz(c_));
  }
  unreachable();
}

Z3_ast Z3Translator::make_leaf(Term t) {
  if (terms_.is_constant(t)) return constant(terms_.sort(t), terms_.bits(t));
  return Z3_mk_const(c_, Z3_mk_string_symbol(c_, terms_.name(t).c_str()), sort(terms_.sort(t)));
}

Z3_ast Z3Translator::make(Term t, const Args& x) {
  const Kind kind = terms_.kind(t);
  const Sort s = terms_.sort(t);
  const Z3_ast r = has_rounding(kind) ? rounding(terms_.rounding(t)) : nullptr;
  const auto added = [&] { return s.width() - terms_.width(terms_.arg(t, 0)); };
  switch (kind) {
  case Kind::Constant:
  case Kind::Variable: return make_leaf(t);
  case Kind::Eq: return Z3_mk_eq(c_, x[0], x[1]);
  case Kind::Ite: return Z3_mk_ite(c_, x[0], x[1], x[2]);
  case Kind::Not: return Z3_mk_not(c_, x[0]);
  case Kind::And: return Z3_mk_and(c_, 2, x.data());
  case Kind::Or: return Z3_mk_or(c_, 2, x.data());
  case Kind::Select: return Z3_mk_select(c_, x[0], x[1]);
  case Kind::Store: return Z3_mk_store(c_, x[0], x[1], x[2]);
  case Kind::ConstArray: return Z3_mk_const_array(c_, sort(s.index()), x[0]);
  case Kind::BvNot: return Z3_mk_bvnot(c_, x[0]);
  case Kind::BvAnd: return Z3_mk_bvand(c_, x[0], x[1]);
  case Kind::BvOr: return Z3_mk_bvor(c_, x[0], x[1]);
  case Kind::BvXor: return Z3_mk_bvxor(c_, x[0], x[1]);
  case Kind::BvNeg: return Z3_mk_bvneg(c_, x[0]);
  case Kind::BvAdd: return Z3_mk_bvadd(c_, x[0], x[1]);
  case Kind::BvSub: return Z3_mk_bvsub(c_, x[0], x[1]);
  case Kind::BvMul: return Z3_mk_bvmul(c_, x[0], x[1]);
  case Kind::BvUdiv: return Z3_mk_bvudiv(c_, x[0], x[1]);
  case Kind::BvUrem: return Z3_mk_bvurem(c_, x[0], x[1]);
  case Kind::BvSdiv: return Z3_mk_bvsdiv(c_, x[0], x[1]);
  case Kind::BvSrem: return Z3_mk_bvsrem(c_, x[0], x[1]);
  case Kind::BvShl: return Z3_mk_bvshl(c_, x[0], x[1]);
  case Kind::BvLshr: return Z3_mk_bvlshr(c_, x[0], x[1]);
  case Kind::BvAshr: return Z3_mk_bvashr(c_, x[0], x[1]);
  case Kind::BvUlt: return Z3_mk_bvult(c_, x[0], x[1]);
  case Kind::BvSlt: return Z3_mk_bvslt(c_, x[0], x[1]);
  case Kind::BvConcat: return Z3_mk_concat(c_, x[0], x[1]);
  case Kind::BvExtract: return Z3_mk_extract(c_, terms_.high(t), terms_.low(t), x[0]);
  case Kind::BvZeroExtend: return Z3_mk_zero_ext(c_, added(), x[0]);
  case Kind::BvSignExtend: return Z3_mk_sign_ext(c_, added(), x[0]);
  case Kind::FpFromBits: return Z3_mk_fpa_to_fp_bv(c_, x[0], sort(s));
  case Kind::FpToBits: return to_bits(t, x[0]);
  case Kind::FpAbs: return Z3_mk_fpa_abs(c_, x[0]);
  case Kind::FpNeg: return Z3_mk_fpa_neg(c_, x[0]);
  case Kind::FpAdd: return Z3_mk_fpa_add(c_, r, x[0], x[1]);
  case Kind::FpMul: return Z3_mk_fpa_mul(c_, r, x[0], x[1]);
  case Kind::FpDiv: return Z3_mk_fpa_div(c_, r, x[0], x[1]);
  case Kind::FpSqrt: return Z3_mk_fpa_sqrt(c_, r, x[0]);
  case Kind::FpRem: return Z3_mk_fpa_rem(c_, x[0], x[1]);
  case Kind::FpRoundToIntegral: return Z3_mk_fpa_round_to_integral(c_, r, x[0]);
  case Kind::FpEq: return Z3_mk_fpa_eq(c_, x[0], x[1]);
  case Kind::FpLt: return Z3_mk_fpa_lt(c_, x[0], x[1]);
  case Kind::FpLe: return Z3_mk_fpa_leq(c_, x[0], x[1]);
  case Kind::FpIsNan: return Z3_mk_fpa_is_nan(c_, x[0]);
  case Kind::FpIsInfinite: return Z3_mk_fpa_is_infinite(c_, x[0]);
  case Kind::FpIsZero: return Z3_mk_fpa_is_zero(c_, x[0]);
  case Kind::FpIsNormal: return Z3_mk_fpa_is_normal(c_, x[0]);
  case Kind::FpIsSubnormal: return Z3_mk_fpa_is_subnormal(c_, x[0]);
  case Kind::FpIsNegative: return Z3_mk_fpa_is_negative(c_, x[0]);
  case Kind::FpToFp: return Z3_mk_fpa_to_fp_float(c_, r, x[0], sort(s));
  case Kind::FpFromSbv: return Z3_mk_fpa_to_fp_signed(c_, r, x[0], sort(s));
  case Kind::FpFromUbv: return Z3_mk_fpa_to_fp_unsigned(c_, r, x[0], sort(s));
  case Kind::FpToSbv:
  case Kind::FpToUbv: return to_integer(t, x[0]);
  case Kind::IntAdd: return Z3_mk_add(c_, 2, x.data());
  case Kind::IntSub: return Z3_mk_sub(c_, 2, x.data());
  case Kind::IntMul: return Z3_mk_mul(c_, 2, x.data());
  case Kind::IntDiv:
  case Kind::IntMod: return divide(t, x[0], x[1]);
  case Kind::IntLt: return Z3_mk_lt(c_, x[0], x[1]);
  }
  unreachable();
}

Z3_ast Z3Translator::to_bits(Term t, Z3_ast a) {
  const Sort format = terms_.sort(terms_.arg(t, 0));
  const Z3_ast nan = keep(constant(Sort::bv(format.width()), float_nan(format)));
  return Z3_mk_ite(c_, keep(Z3_mk_fpa_is_nan(c_, a)), nan, keep(Z3_mk_fpa_to_ieee_bv(c_, a)));
}

Z3_ast Z3Translator::to_integer(Term t, Z3_ast a) {
  const Kind kind = terms_.kind(t);
  const std::uint32_t width = terms_.width(t);
  const Sort format = terms_.sort(terms_.arg(t, 0));
  const FloatRange range = float_range(format, kind, width);
  const Z3_ast r = rounding(terms_.rounding(t));
  const Z3_ast whole = keep(Z3_mk_fpa_round_to_integral(c_, r, a));
  const Z3_ast least = keep(constant(format, range.least));
  const Z3_ast beyond = keep(constant(format, range.beyond));
  const std::array in_range{
      keep(range.least_is_infinite ? Z3_mk_fpa_lt(c_, least, whole) : Z3_mk_fpa_leq(c_, least, whole)),
      keep(Z3_mk_fpa_lt(c_, whole, beyond))};
  const Z3_ast exact =
      keep(kind == Kind::FpToSbv ? Z3_mk_fpa_to_sbv(c_, r, a, width) : Z3_mk_fpa_to_ubv(c_, r, a, width));
  const Z3_ast other = keep(constant(Sort::bv(width), out_of_range(kind, width)));
  return Z3_mk_ite(c_, keep(Z3_mk_and(c_, 2, in_range.data())), exact, other);
}

Z3_ast Z3Translator::divide(Term t, Z3_ast a, Z3_ast b) {
  const bool quotient = terms_.kind(t) == Kind::IntDiv;
  const Z3_ast exact = keep(quotient ? Z3_mk_div(c_, a, b) : Z3_mk_mod(c_, a, b));
  if (terms_.is_constant(terms_.arg(t, 1))) return exact;
  const Z3_ast zero = keep(Z3_mk_int(c_, 0, sort(Sort::integer())));
  return Z3_mk_ite(c_, keep(Z3_mk_eq(c_, b, zero)), quotient ? zero : a, exact);
}

} // namespace tandem::smt
