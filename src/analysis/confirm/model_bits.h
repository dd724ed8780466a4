// Values of a solver's model as the bit representation of inputs.
#pragma once

#include "program/model/expr.h"
#include "smt/term/bits.h"

namespace tandem::analysis::confirm {

inline UInt128 bits_of(const smt::Bits& bits) {
  const UInt128 high = bits.size() > 1 ? bits.word(1) : 0;
  return high << 64 | (bits.size() > 0 ? bits.word(0) : 0);
}

} // namespace tandem::analysis::confirm
