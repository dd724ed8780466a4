// Only equalities and unsigned comparisons between narrow symbols and constants are rewritten; both sides are extended
// to 64 bits, so that variables of different C types compare by value. All other atoms stay as they are.

#include "analysis/abstraction/width_extension.h"

#include "analysis/abstraction/implicant.h"
#include "smt/term/traverse.h"

namespace tandem::analysis::abstraction {

smt::Term WidthExtension::of(smt::Term formula) {
  smt::Substitution result(terms_);
  for (const smt::Term each : atoms(terms_, formula))
    if (const smt::Term wide = atom(each)) result.replace(each, wide);
  return result(formula);
}

std::optional<std::uint64_t> WidthExtension::key(smt::Term symbol) const {
  if (const auto wide = wide_keys_.find(symbol); wide != wide_keys_.end()) return wide->second;
  if (!values_.is_symbol(symbol)) return std::nullopt;
  return values_.key(symbol);
}

smt::Term WidthExtension::atom(smt::Term atom) {
  const smt::Kind kind = terms_.kind(atom);
  if (kind != smt::Kind::Eq && kind != smt::Kind::BvUlt) return {};
  const smt::Term left = terms_.arg(atom, 0), right = terms_.arg(atom, 1);
  const NarrowBits* of_left = values_.narrow(left);
  const NarrowBits* of_right = values_.narrow(right);
  const NarrowBits* bits = of_left != nullptr ? of_left : of_right;
  if (bits == nullptr || (of_right != nullptr && *of_right != *bits)) return {};
  if (kind == smt::Kind::BvUlt && bits->is_signed) return {};
  const smt::Term a = whole(left, *bits), b = whole(right, *bits);
  if (!a || !b || terms_.sort(a) != terms_.sort(b)) return {};
  return kind == smt::Kind::Eq ? terms_.eq(a, b) : terms_.bv_ult(a, b);
}

// Of a symbol or a constant; nothing for other terms.
smt::Term WidthExtension::whole(smt::Term term, const NarrowBits& bits) {
  constexpr std::uint32_t enough = 64;
  if (terms_.is_constant(term))
    return bits.is_signed ? terms_.bv_sign_extend(term, enough) : terms_.bv_zero_extend(term, enough);
  if (values_.narrow(term) == nullptr) return {};
  const std::uint32_t width = width_(values_.key(term));
  if (width == 0) return {};
  smt::Term& wide = wide_symbols_[term];
  if (!wide) wide = terms_.fresh("whole", smt::Sort::bv(width));
  wide_keys_[wide] = values_.key(term);
  return bits.is_signed ? terms_.bv_sign_extend(wide, enough) : terms_.bv_zero_extend(wide, enough);
}

} // namespace tandem::analysis::abstraction
