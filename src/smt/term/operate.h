// The meaning of every operator on constants, shared by the constant folder, the evaluator and the tests.
// Arrays are not values here; smt/term/evaluate.h adds them.
#pragma once

#include "smt/term/bits.h"
#include "smt/term/kind.h"
#include "smt/term/sort.h"

#include <span>

namespace tandem::smt {

struct Operation {
  Kind kind;
  Sort sort;     // of the result
  Sort argument; // of the first argument
  Rounding rounding = Rounding::NearestEven;
  std::uint32_t high = 0; // of BvExtract
  std::uint32_t low = 0;
};

Bits operate(const Operation& operation, std::span<const Bits> args);

} // namespace tandem::smt
