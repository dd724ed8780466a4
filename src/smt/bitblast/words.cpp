// Ripple-carry adders, column-compressed multipliers (after Wallace and Dadda, but in order of arrival), restoring
// dividers, barrel shifters. Constants are not special here: the circuit folds them away, except in multipliers, whose
// constant factor is recoded to non-adjacent form to have few nonzero digits.

#include "smt/bitblast/words.h"

#include "base/core/require.h"

#include <algorithm>
#include <bit>

namespace tandem::smt::bitblast {

Word Words::constant(const Bits& bits) const {
  Word word(bits.width());
  for (std::uint32_t i = 0; i < bits.width(); ++i) word[i] = lit_false ^ bits.bit(i);
  return word;
}

std::optional<Bits> Words::as_constant(WordView a) {
  Bits bits = Bits::zeros(static_cast<std::uint32_t>(a.size()));
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    if (a[i].gate() != 0) return std::nullopt;
    bits.set_bit(i, a[i] == lit_true ? 1 : 0);
  }
  return bits;
}

Word Words::complement(WordView a) const {
  Word word(a.begin(), a.end());
  for (Lit& lit : word) lit = !lit;
  return word;
}

Word Words::land(WordView a, WordView b) {
  Word word(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) word[i] = c_.land(a[i], b[i]);
  return word;
}

Word Words::lor(WordView a, WordView b) {
  Word word(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) word[i] = c_.lor(a[i], b[i]);
  return word;
}

Word Words::lxor(WordView a, WordView b) {
  Word word(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) word[i] = c_.lxor(a[i], b[i]);
  return word;
}

Word Words::mux(Lit condition, WordView then, WordView otherwise) {
  Word word(then.size());
  for (std::size_t i = 0; i < then.size(); ++i) word[i] = c_.mux(condition, then[i], otherwise[i]);
  return word;
}

Word Words::add(WordView a, WordView b, Lit carry) {
  Word word(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    word[i] = c_.lxor(c_.lxor(a[i], b[i]), carry);
    if (i + 1 < a.size()) carry = c_.majority(a[i], b[i], carry);
  }
  return word;
}

Word Words::negate(WordView a) { return add(complement(a), Word(a.size(), lit_false), lit_true); }

// --- multiplication

// Rows of the other factor to add or subtract, each where a literal holds.
struct Words::Factor {
  struct Row {
    std::size_t shift;
    Lit when;
    bool subtract;
  };
  std::vector<Row> rows;
};

Words::Factor Words::factor(WordView a) {
  Factor result;
  const std::size_t width = a.size();
  if (auto bits = as_constant(a)) {
    // Non-adjacent form: a run of ones becomes one addition and one subtraction.
    Bits rest = zero_extend(*bits, static_cast<std::uint32_t>(width) + 2);
    for (std::uint32_t i = 0; i < width; ++i) {
      if (!rest.bit(i)) continue;
      const bool subtract = rest.bit(i + 1);
      const Bits digit = Bits::one(rest.width()) << i;
      rest = subtract ? rest + digit : rest - digit;
      result.rows.push_back({i, lit_true, subtract});
    }
    return result;
  }
  // The sign bit of a sign-extended factor weighs -2^k, so the copies above it need no rows.
  std::size_t length = width;
  while (length > 1 && a[length - 2] == a[width - 1]) --length;
  for (std::size_t i = 0; i < length; ++i)
    if (a[i] != lit_false) result.rows.push_back({i, a[i], i + 1 == length && length < width});
  return result;
}

Word Words::mul(WordView a, WordView b) {
  const Factor of_a = factor(a);
  const Factor of_b = factor(b);
  return of_a.rows.size() <= of_b.rows.size() ? mul_rows(of_a, b) : mul_rows(of_b, a);
}

Word Words::mul_rows(const Factor& multiplier, WordView b) {
  const std::size_t width = b.size();
  Columns columns(width);
  Bits correction = Bits::zeros(static_cast<std::uint32_t>(width));
  for (const Factor::Row& row : multiplier.rows) {
    // -(x << k) is (~x << k) + (1 << k).
    for (std::size_t i = 0; i + row.shift < width; ++i)
      columns[i + row.shift].push_back(c_.land(b[i], row.when) ^ row.subtract);
    if (row.subtract)
      correction = correction + (Bits::one(correction.width()) << static_cast<std::uint32_t>(row.shift));
  }
  for (std::uint32_t i = 0; i < width; ++i)
    if (correction.bit(i)) columns[i].push_back(lit_true);
  return sum(std::move(columns));
}

// Full adders take three bits of a column and leave one there and one in the next, oldest bits first.
Word Words::sum(Columns columns) {
  Word word(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Word& column = columns[i];
    std::erase(column, lit_false);
    const auto carry = [&](Lit bit) {
      if (i + 1 < columns.size()) columns[i + 1].push_back(bit);
    };
    std::size_t next = 0;
    while (column.size() - next >= 3) {
      const Lit a = column[next];
      const Lit b = column[next + 1];
      const Lit c = column[next + 2];
      next += 3;
      column.push_back(c_.lxor(c_.lxor(a, b), c));
      if (i + 1 < columns.size()) carry(c_.majority(a, b, c));
    }
    if (column.size() - next == 2) {
      const Lit a = column[next];
      const Lit b = column[next + 1];
      if (i + 1 < columns.size()) carry(c_.land(a, b));
      word[i] = c_.lxor(a, b);
    } else if (column.size() - next == 1) {
      word[i] = column[next];
    }
  }
  return word;
}

// --- division

// After k steps the remainder has at most k bits, so that the divisor's higher bits need only be compared with zero.
Words::Division Words::divide(WordView a, WordView b) {
  const std::size_t width = a.size();
  Division result{Word(width), {}};
  std::vector<Lit> high_is_zero(width + 1, lit_true);
  for (std::size_t i = width; i-- > 0;) high_is_zero[i] = c_.land(high_is_zero[i + 1], !b[i]);
  Word rest;
  for (std::size_t i = width; i-- > 0;) {
    rest.insert(rest.begin(), a[i]);
    const std::size_t length = rest.size();
    const WordView divisor = b.first(length);
    // The carry out of rest + ~divisor + 1 says rest >= divisor.
    Word difference(length);
    Lit carry = lit_true;
    for (std::size_t k = 0; k < length; ++k) {
      difference[k] = c_.lxor(c_.lxor(rest[k], !divisor[k]), carry);
      carry = c_.majority(rest[k], !divisor[k], carry);
    }
    const Lit fits = c_.land(carry, high_is_zero[length]);
    result.quotient[i] = fits;
    rest = mux(fits, difference, rest);
  }
  result.remainder = std::move(rest);
  return result;
}

Words::Division Words::divide_signed(WordView a, WordView b) {
  const Lit minus_a = a.back();
  const Lit minus_b = b.back();
  const Word size_a = mux(minus_a, negate(a), a);
  const Word size_b = mux(minus_b, negate(b), b);
  Division result = divide(size_a, size_b);
  result.quotient = mux(c_.lxor(minus_a, minus_b), negate(result.quotient), result.quotient);
  result.remainder = mux(minus_a, negate(result.remainder), result.remainder);
  return result;
}

// --- shifts

Word Words::shift(Shift direction, WordView a, WordView amount) {
  const std::size_t width = a.size();
  const Lit fill = direction == Shift::RightSigned ? a.back() : lit_false;
  const auto stages = std::min<std::size_t>(std::bit_width(width - 1), amount.size());
  Word word(a.begin(), a.end());
  for (std::size_t stage = 0; stage < stages; ++stage) {
    const std::size_t distance = std::size_t{1} << stage;
    Word moved(width, fill);
    for (std::size_t i = 0; i + distance < width; ++i) {
      if (direction == Shift::Left)
        moved[i + distance] = word[i];
      else
        moved[i] = word[i + distance];
    }
    word = mux(amount[stage], moved, word);
  }
  return mux(any(amount.subspan(stages)), Word(width, fill), word);
}

// --- comparison

Lit Words::all(WordView a) {
  Word level(a.begin(), a.end());
  if (level.empty()) return lit_true;
  for (; level.size() > 1; level.resize((level.size() + 1) / 2))
    for (std::size_t i = 0; i < (level.size() + 1) / 2; ++i)
      level[i] = 2 * i + 1 < level.size() ? c_.land(level[2 * i], level[2 * i + 1]) : level[2 * i];
  return level[0];
}

Lit Words::equal(WordView a, WordView b) { return all(complement(lxor(a, b))); }

Lit Words::less(WordView a, WordView b) {
  Lit result = lit_false;
  for (std::size_t i = 0; i < a.size(); ++i) result = c_.majority(!a[i], b[i], result);
  return result;
}

Lit Words::less_signed(WordView a, WordView b) {
  Word x(a.begin(), a.end());
  Word y(b.begin(), b.end());
  std::swap(x.back(), y.back());
  return less(x, y);
}

} // namespace tandem::smt::bitblast
