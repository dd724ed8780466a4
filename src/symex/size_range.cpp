#include "symex/size_range.h"

#include <algorithm>
#include <unordered_map>

namespace tandem::symex {

namespace {

using smt::Kind;

// No block is larger; sums and products of two such numbers do not wrap around.
constexpr std::uint64_t most = 1 << 16;

class Ranges {
public:
  explicit Ranges(const smt::Terms& terms) : terms_(terms) {}

  std::optional<SizeRange> of(smt::Term term) {
    const auto found = known_.find(term);
    if (found != known_.end()) return found->second;
    const std::optional<SizeRange> result = compute(term);
    const bool is_small = result && result->largest <= most;
    return known_[term] = is_small ? result : std::nullopt;
  }

private:
  std::optional<SizeRange> compute(smt::Term term) {
    if (terms_.is_constant(term)) {
      const std::uint64_t number = terms_.width(term) <= 64 ? terms_.bits(term).low() : most + 1;
      return SizeRange{number, number};
    }
    const Kind kind = terms_.kind(term);
    if (kind != Kind::Ite && kind != Kind::BvAdd && kind != Kind::BvMul) return std::nullopt;
    if (terms_.width(term) < 32) return std::nullopt;
    const std::size_t first = kind == Kind::Ite ? 1 : 0;
    const auto left = of(terms_.arg(term, first));
    const auto right = left ? of(terms_.arg(term, first + 1)) : std::nullopt;
    if (!right) return std::nullopt;
    if (kind == Kind::Ite)
      return SizeRange{std::min(left->least, right->least), std::max(left->largest, right->largest)};
    if (kind == Kind::BvAdd) return SizeRange{left->least + right->least, left->largest + right->largest};
    // In 32 bits the largest product just does not fit.
    if (left->largest * right->largest > most) return std::nullopt;
    return SizeRange{left->least * right->least, left->largest * right->largest};
  }

  const smt::Terms& terms_;
  std::unordered_map<smt::Term, std::optional<SizeRange>> known_;
};

} // namespace

std::optional<SizeRange> size_range(const smt::Terms& terms, smt::Term term) {
  if (!terms.sort(term).is_bv()) return std::nullopt;
  return Ranges(terms).of(term);
}

} // namespace tandem::symex
