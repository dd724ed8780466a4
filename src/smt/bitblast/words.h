// Bit-vector arithmetic as circuits. Words are literals, lowest bit first; both operands have the same length.
#pragma once

#include "smt/bitblast/circuit.h"
#include "smt/term/bits.h"

#include <optional>
#include <span>
#include <vector>

namespace tandem::smt::bitblast {

using Word = std::vector<Lit>;
using WordView = std::span<const Lit>;

class Words {
public:
  explicit Words(Circuit& circuit) : c_(circuit) {}

  Word constant(const Bits& bits) const;
  // The value, if all bits are constant.
  static std::optional<Bits> as_constant(WordView a);

  Word complement(WordView a) const;
  Word land(WordView a, WordView b);
  Word lor(WordView a, WordView b);
  Word lxor(WordView a, WordView b);
  Word mux(Lit condition, WordView then, WordView otherwise);

  Word add(WordView a, WordView b, Lit carry = lit_false);
  Word sub(WordView a, WordView b) { return add(a, complement(b), lit_true); }
  Word negate(WordView a);
  Word mul(WordView a, WordView b);

  struct Division {
    Word quotient;
    Word remainder;
  };
  // By zero: all ones, and the dividend.
  Division divide(WordView a, WordView b);
  Division divide_signed(WordView a, WordView b);

  enum class Shift : std::uint8_t { Left, Right, RightSigned };
  Word shift(Shift direction, WordView a, WordView amount);

  Lit equal(WordView a, WordView b);
  Lit less(WordView a, WordView b);
  Lit less_signed(WordView a, WordView b);
  Lit all(WordView a);
  Lit any(WordView a) { return !all(complement(a)); }

private:
  // A sum under construction: the bits of each weight.
  using Columns = std::vector<Word>;
  struct Factor; // how the multiplier's bits become rows

  static Factor factor(WordView a);
  Word mul_rows(const Factor& multiplier, WordView b);
  Word sum(Columns columns);

  Circuit& c_;
};

} // namespace tandem::smt::bitblast
