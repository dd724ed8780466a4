// Bit-width extension: variables that need few bits have symbols of that width (values.h). For people and other tools,
// comparisons of such symbols become comparisons of the variables at the full width of their C types.
#pragma once

#include "analysis/abstraction/values.h"

#include <functional>
#include <optional>
#include <unordered_map>

namespace tandem::analysis::abstraction {

class WidthExtension {
public:
  // `width` gives the number of bits of the variable with this key; 0 if it has no name.
  WidthExtension(smt::Terms& terms, const Values& values, std::function<std::uint32_t(std::uint64_t key)> width)
      : terms_(terms), values_(values), width_(std::move(width)) {}

  smt::Term of(smt::Term formula);
  // The key of the register or cell that a symbol stands for, including symbols created here.
  std::optional<std::uint64_t> key(smt::Term symbol) const;

private:
  smt::Term atom(smt::Term atom);
  smt::Term whole(smt::Term term, const NarrowBits& bits);

  smt::Terms& terms_;
  const Values& values_;
  std::function<std::uint32_t(std::uint64_t)> width_;
  std::unordered_map<smt::Term, smt::Term> wide_symbols_; // full-width counterparts of narrow symbols
  std::unordered_map<smt::Term, std::uint64_t> wide_keys_;
};

} // namespace tandem::analysis::abstraction
