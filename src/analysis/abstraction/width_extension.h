// Variables that need few bits have symbols with as many (predicate_values.h). For people and for others, comparisons
// of such symbols become comparisons of the whole variables.
#pragma once

#include "analysis/abstraction/values.h"

#include <functional>
#include <optional>
#include <unordered_map>

namespace tandem::analysis::abstraction {

class WidthExtension {
public:
  // `width` says how many bits the variable with this key has; 0: it has no name.
  WidthExtension(smt::Terms& terms, const Values& values, std::function<std::uint32_t(std::uint64_t key)> width)
      : terms_(terms), values_(values), width_(std::move(width)) {}

  smt::Term of(smt::Term formula);
  // Whose value a symbol is, also one that was made here.
  std::optional<std::uint64_t> key(smt::Term symbol) const;

private:
  smt::Term atom(smt::Term atom);
  smt::Term whole(smt::Term term, const NarrowBits& bits);

  smt::Terms& terms_;
  const Values& values_;
  std::function<std::uint32_t(std::uint64_t)> width_;
  std::unordered_map<smt::Term, smt::Term> wide_symbols_; // for symbols of a few bits, with all bits
  std::unordered_map<smt::Term, std::uint64_t> wide_keys_;
};

} // namespace tandem::analysis::abstraction
