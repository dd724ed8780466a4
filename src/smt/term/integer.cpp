// Every operation sign-extends its operands far enough to be exact, then normalises the result.

#include "smt/term/integer.h"

#include <algorithm>

namespace tandem::smt::integers {

namespace {

struct Pair {
  Bits a;
  Bits b;
};

Pair widened(const Bits& a, const Bits& b, std::uint32_t extra) {
  const std::uint32_t width = std::max(a.width(), b.width()) + extra;
  return {sign_extend(a, width), sign_extend(b, width)};
}

} // namespace

Bits from(std::int64_t value) { return normal(Bits(64, static_cast<std::uint64_t>(value))); }

Bits from_decimal(std::string_view text) {
  const bool minus = text.starts_with('-');
  if (minus) text.remove_prefix(1);
  // A decimal digit needs fewer than four bits.
  const Bits number = Bits::from_decimal(static_cast<std::uint32_t>(4 * text.size() + 1), text);
  return normal(minus ? -number : number);
}

Bits normal(const Bits& bits) {
  const std::uint32_t needed = (bits.negative() ? (~bits).active() : bits.active()) + 1;
  return needed < bits.width() ? resize(bits, needed) : bits;
}

Bits add(const Bits& a, const Bits& b) {
  const auto [x, y] = widened(a, b, 1);
  return normal(x + y);
}

Bits sub(const Bits& a, const Bits& b) {
  const auto [x, y] = widened(a, b, 1);
  return normal(x - y);
}

Bits mul(const Bits& a, const Bits& b) {
  const auto [x, y] = widened(a, b, std::min(a.width(), b.width()));
  return normal(x * y);
}

Bits div(const Bits& a, const Bits& b) {
  if (b.is_zero()) return from(0);
  const auto [x, y] = widened(a, b, 1);
  Bits quotient = sdiv(x, y);
  const Bits one = Bits::one(x.width());
  if (srem(x, y).negative()) quotient = y.negative() ? quotient + one : quotient - one;
  return normal(quotient);
}

Bits mod(const Bits& a, const Bits& b) {
  if (b.is_zero()) return a;
  const auto [x, y] = widened(a, b, 1);
  const Bits remainder = srem(x, y);
  if (!remainder.negative()) return normal(remainder);
  return normal(y.negative() ? remainder - y : remainder + y);
}

bool less(const Bits& a, const Bits& b) {
  const auto [x, y] = widened(a, b, 0);
  return slt(x, y);
}

} // namespace tandem::smt::integers
