#include "analysis/predicate_widening.h"

#include "analysis/implicant.h"
#include "smt/traverse.h"

namespace tandem::analysis::predicate {

Term Widening::of(Term formula) {
  smt::Substitution result(terms_);
  for (const Term each : atoms(terms_, formula))
    if (const Term wide = atom(each)) result.replace(each, wide);
  return result(formula);
}

std::optional<std::uint64_t> Widening::key(Term symbol) const {
  if (const auto wide = wide_keys_.find(symbol); wide != wide_keys_.end()) return wide->second;
  if (!values_.is_symbol(symbol)) return std::nullopt;
  return values_.key(symbol);
}

Term Widening::atom(Term atom) {
  const smt::Kind kind = terms_.kind(atom);
  if (kind != smt::Kind::Eq && kind != smt::Kind::BvUlt) return {};
  const Term left = terms_.arg(atom, 0), right = terms_.arg(atom, 1);
  const NarrowBits* of_left = values_.narrow(left);
  const NarrowBits* of_right = values_.narrow(right);
  const NarrowBits* bits = of_left != nullptr ? of_left : of_right;
  if (bits == nullptr || (of_right != nullptr && *of_right != *bits)) return {};
  if (kind == smt::Kind::BvUlt && bits->is_signed) return {};
  const Term a = whole(left, *bits), b = whole(right, *bits);
  if (!a || !b || terms_.sort(a) != terms_.sort(b)) return {};
  return kind == smt::Kind::Eq ? terms_.eq(a, b) : terms_.bv_ult(a, b);
}

// A symbol or a constant; nothing for other terms.
Term Widening::whole(Term term, const NarrowBits& bits) {
  constexpr std::uint32_t enough = 64;
  if (terms_.is_constant(term))
    return bits.is_signed ? terms_.bv_sign_extend(term, enough) : terms_.bv_zero_extend(term, enough);
  if (values_.narrow(term) == nullptr) return {};
  const std::uint32_t width = width_(values_.key(term));
  if (width == 0) return {};
  Term& wide = wide_symbols_[term];
  if (!wide) wide = terms_.fresh("whole", smt::Sort::bv(width));
  wide_keys_[wide] = values_.key(term);
  return bits.is_signed ? terms_.bv_sign_extend(wide, enough) : terms_.bv_zero_extend(wide, enough);
}

} // namespace tandem::analysis::predicate
