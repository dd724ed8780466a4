// Between which numbers a term is that only chooses among constants or computes with such choices: the size of a block
// that a program lets grow.
#pragma once

#include "smt/term/terms.h"

#include <cstdint>
#include <optional>

namespace tandem::symex {

struct SizeRange {
  std::uint64_t least = 0, largest = 0;
};

// Nullopt: it depends on something else, or may wrap around.
std::optional<SizeRange> size_range(const smt::Terms& terms, smt::Term term);

} // namespace tandem::symex
