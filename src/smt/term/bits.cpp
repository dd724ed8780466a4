// Schoolbook arithmetic on 64-bit words. Widths above 128 are rare, so asymptotically faster algorithms would not pay
// off.

#include "smt/term/bits.h"

#include "base/core/require.h"

#include <algorithm>
#include <bit>

namespace tandem::smt {

using Wide = unsigned __int128;

Bits::Bits(std::uint32_t width, std::uint64_t value) : width_(width), small_(value) {
  if (width_ > 64) {
    words_.assign(size(), 0);
    words_[0] = value;
    small_ = 0;
  } else {
    trim();
  }
}

Bits::Bits(std::uint32_t width, std::span<const std::uint64_t> words) : Bits(width, 0) {
  std::copy_n(words.begin(), std::min(words.size(), size()), data());
  trim();
}

Bits Bits::ones(std::uint32_t width) { return ~zeros(width); }

Bits Bits::sign_bit(std::uint32_t width) {
  Bits bits = zeros(width);
  bits.set_bit(width - 1, 1);
  return bits;
}

Bits Bits::from_signed(std::uint32_t width, std::int64_t value) {
  return resize(sign_extend(Bits(64, static_cast<std::uint64_t>(value)), std::max(width, 64U)), width);
}

Bits Bits::from_literal(std::string_view text) {
  if (text.size() < 3 || text[0] != '#' || (text[1] != 'b' && text[1] != 'x')) return {};
  const std::uint32_t step = text[1] == 'b' ? 1 : 4;
  const auto digits = text.substr(2);
  Bits bits = zeros(static_cast<std::uint32_t>(digits.size()) * step);
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const char c = digits[digits.size() - 1 - i];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : 16;
    if (digit >= 1 << step) return {};
    for (std::uint32_t k = 0; k < step; ++k)
      bits.set_bit(static_cast<std::uint32_t>(i) * step + k, static_cast<std::uint64_t>(digit) >> k & 1);
  }
  return bits;
}

Bits Bits::from_decimal(std::uint32_t width, std::string_view digits) {
  Bits bits = zeros(width);
  const Bits ten(width, 10);
  for (const char c : digits) bits = bits * ten + Bits(width, static_cast<std::uint64_t>(c - '0'));
  return bits;
}

void Bits::trim() {
  if (width_ % 64 != 0) data()[size() - 1] &= (std::uint64_t{1} << (width_ % 64)) - 1;
  if (width_ == 0) small_ = 0;
}

void Bits::set_bit(std::uint32_t i, std::uint64_t value) {
  const std::uint64_t mask = std::uint64_t{1} << (i % 64);
  data()[i / 64] = (data()[i / 64] & ~mask) | (value != 0 ? mask : 0);
}

bool Bits::is_zero() const {
  return std::all_of(data(), data() + size(), [](std::uint64_t w) { return w == 0; });
}

bool Bits::is_ones() const { return *this == ones(width_); }

bool Bits::is_one() const {
  return width_ != 0 && data()[0] == 1 &&
         std::all_of(data() + 1, data() + size(), [](std::uint64_t w) { return w == 0; });
}

bool Bits::is_power_of_two() const {
  int count = 0;
  for (std::size_t i = 0; i < size(); ++i) count += std::popcount(data()[i]);
  return count == 1;
}

std::uint32_t Bits::leading_zeros() const {
  for (std::size_t i = size(); i-- > 0;)
    if (data()[i] != 0)
      return width_ - static_cast<std::uint32_t>(64 * i) - static_cast<std::uint32_t>(std::bit_width(data()[i]));
  return width_;
}

std::uint32_t Bits::trailing_zeros() const {
  for (std::size_t i = 0; i < size(); ++i)
    if (data()[i] != 0)
      return static_cast<std::uint32_t>(64 * i) + static_cast<std::uint32_t>(std::countr_zero(data()[i]));
  return width_;
}

std::string Bits::binary() const {
  std::string text(width_, '0');
  for (std::uint32_t i = 0; i < width_; ++i) text[width_ - 1 - i] = bit(i) ? '1' : '0';
  return text;
}

std::string Bits::decimal() const {
  if (width_ <= 64) return std::to_string(low());
  // Peels off 18 digits at a time.
  constexpr std::uint64_t chunk = 1'000'000'000'000'000'000;
  std::vector<std::uint64_t> rest(data(), data() + size());
  std::string text;
  while (std::ranges::any_of(rest, [](std::uint64_t w) { return w != 0; })) {
    Wide remainder = 0;
    for (std::size_t i = rest.size(); i-- > 0;) {
      const Wide part = remainder << 64 | rest[i];
      rest[i] = static_cast<std::uint64_t>(part / chunk);
      remainder = part % chunk;
    }
    std::string digits = std::to_string(static_cast<std::uint64_t>(remainder));
    text.insert(0, std::string(18 - digits.size(), '0') + digits);
  }
  const auto first = text.find_first_not_of('0');
  return first == std::string::npos ? "0" : text.substr(first);
}

std::string Bits::signed_decimal() const { return negative() ? "-" + (-*this).decimal() : decimal(); }

std::string Bits::smtlib() const {
  if (width_ % 4 != 0) return "#b" + binary();
  std::string text = "#x";
  for (std::uint32_t i = width_; i >= 4; i -= 4)
    text += "0123456789abcdef"[data()[(i - 4) / 64] >> ((i - 4) % 64) & 15];
  return text;
}

std::size_t Bits::hash() const {
  std::uint64_t h = width_ * 0x9e3779b97f4a7c15U;
  for (std::size_t i = 0; i < size(); ++i) {
    h = (h ^ data()[i]) * 0xff51afd7ed558ccdU;
    h ^= h >> 32;
  }
  return h;
}

template <class Op> Bits wordwise(const Bits& a, const Bits& b, Op op) {
  require(a.width() == b.width(), "bit strings should have one width");
  Bits result = a;
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = op(a.data()[i], b.data()[i]);
  return result;
}

Bits operator&(const Bits& a, const Bits& b) { return wordwise(a, b, std::bit_and<>()); }
Bits operator|(const Bits& a, const Bits& b) { return wordwise(a, b, std::bit_or<>()); }
Bits operator^(const Bits& a, const Bits& b) { return wordwise(a, b, std::bit_xor<>()); }

Bits operator~(const Bits& a) {
  Bits result = a;
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = ~a.data()[i];
  result.trim();
  return result;
}

Bits operator+(const Bits& a, const Bits& b) {
  unsigned carry = 0;
  Bits result = wordwise(a, b, [&carry](std::uint64_t x, std::uint64_t y) {
    const Wide sum = Wide{x} + y + carry;
    carry = static_cast<unsigned>(sum >> 64);
    return static_cast<std::uint64_t>(sum);
  });
  result.trim();
  return result;
}

Bits operator-(const Bits& a) { return ~a + Bits::one(a.width()); }
Bits operator-(const Bits& a, const Bits& b) { return a + -b; }

Bits operator*(const Bits& a, const Bits& b) {
  require(a.width() == b.width(), "bit strings should have one width");
  Bits result = Bits::zeros(a.width());
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t k = 0; i + k < a.size(); ++k) {
      const Wide part = Wide{a.data()[i]} * b.data()[k] + result.data()[i + k] + carry;
      result.data()[i + k] = static_cast<std::uint64_t>(part);
      carry = static_cast<std::uint64_t>(part >> 64);
    }
  }
  result.trim();
  return result;
}

Bits operator<<(const Bits& a, std::uint32_t amount) {
  Bits result = Bits::zeros(a.width());
  if (amount >= a.width()) return result;
  const std::size_t words = amount / 64;
  const std::uint32_t rest = amount % 64;
  for (std::size_t i = words; i < a.size(); ++i) {
    result.data()[i] = a.data()[i - words] << rest;
    if (rest != 0 && i > words) result.data()[i] |= a.data()[i - words - 1] >> (64 - rest);
  }
  result.trim();
  return result;
}

Bits operator>>(const Bits& a, std::uint32_t amount) {
  Bits result = Bits::zeros(a.width());
  if (amount >= a.width()) return result;
  const std::size_t words = amount / 64;
  const std::uint32_t rest = amount % 64;
  for (std::size_t i = 0; i + words < a.size(); ++i) {
    result.data()[i] = a.data()[i + words] >> rest;
    if (rest != 0 && i + words + 1 < a.size()) result.data()[i] |= a.data()[i + words + 1] << (64 - rest);
  }
  return result;
}

Bits shift_right_signed(const Bits& a, std::uint32_t amount) {
  if (!a.negative()) return a >> amount;
  return ~(~a >> amount);
}

namespace {

// A shift amount that does not fit is equivalent to the width.
std::uint32_t amount_of(const Bits& amount, std::uint32_t width) {
  if (amount.active() > 32) return width;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(amount.low(), width));
}

struct Division {
  Bits quotient;
  Bits remainder;
};

Division divide(const Bits& a, const Bits& b) {
  require(a.width() == b.width(), "bit strings should have one width");
  const std::uint32_t width = a.width();
  if (b.is_zero()) return {Bits::ones(width), a};
  if (width <= 64) return {Bits(width, a.low() / b.low()), Bits(width, a.low() % b.low())};
  Division result{Bits::zeros(width), Bits::zeros(width)};
  const Bits divisor = zero_extend(b, width + 1);
  Bits rest = Bits::zeros(width + 1);
  for (std::uint32_t i = a.active(); i-- > 0;) {
    rest = rest << 1;
    rest.set_bit(0, a.bit(i) ? 1 : 0);
    if (ult(rest, divisor)) continue;
    rest = rest - divisor;
    result.quotient.set_bit(i, 1);
  }
  result.remainder = resize(rest, width);
  return result;
}

Bits magnitude(const Bits& a) { return a.negative() ? -a : a; }

} // namespace

Bits shl(const Bits& a, const Bits& amount) { return a << amount_of(amount, a.width()); }
Bits lshr(const Bits& a, const Bits& amount) { return a >> amount_of(amount, a.width()); }
Bits ashr(const Bits& a, const Bits& amount) { return shift_right_signed(a, amount_of(amount, a.width())); }

Bits udiv(const Bits& a, const Bits& b) { return divide(a, b).quotient; }
Bits urem(const Bits& a, const Bits& b) { return divide(a, b).remainder; }

Bits sdiv(const Bits& a, const Bits& b) {
  const Bits quotient = udiv(magnitude(a), magnitude(b));
  return a.negative() != b.negative() ? -quotient : quotient;
}

Bits srem(const Bits& a, const Bits& b) {
  const Bits remainder = urem(magnitude(a), magnitude(b));
  return a.negative() ? -remainder : remainder;
}

bool ult(const Bits& a, const Bits& b) {
  require(a.width() == b.width(), "bit strings should have one width");
  for (std::size_t i = a.size(); i-- > 0;)
    if (a.word(i) != b.word(i)) return a.word(i) < b.word(i);
  return false;
}

bool slt(const Bits& a, const Bits& b) {
  if (a.negative() != b.negative()) return a.negative();
  return ult(a, b);
}

Bits concat(const Bits& high, const Bits& low) {
  const std::uint32_t width = high.width() + low.width();
  return (resize(high, width) << low.width()) | resize(low, width);
}

Bits extract(const Bits& a, std::uint32_t high, std::uint32_t low) {
  require(low <= high && high < a.width(), "extracted bits should lie inside");
  return resize(a >> low, high - low + 1);
}

Bits zero_extend(const Bits& a, std::uint32_t width) {
  require(width >= a.width(), "an extension should not shorten");
  return resize(a, width);
}

Bits sign_extend(const Bits& a, std::uint32_t width) {
  require(width >= a.width(), "an extension should not shorten");
  return a.negative() ? ~resize(~a, width) : resize(a, width);
}

Bits resize(const Bits& a, std::uint32_t width) {
  if (a.size() <= 1) return Bits(width, a.low());
  std::vector<std::uint64_t> words(a.size());
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = a.word(i);
  return Bits(width, words);
}

} // namespace tandem::smt
