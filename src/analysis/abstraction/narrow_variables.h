// Which integer variables need only a few bits: those that are only ever assigned constants and each other, as the
// states of state machines and flags are. Their symbols then have a few bits instead of a word, which solvers profit
// from.
//
// A flow-insensitive interval analysis of the whole program.
#pragma once

#include "program/model/program.h"

#include <cstdint>
#include <map>
#include <optional>

namespace tandem::analysis::abstraction {

struct NarrowBits {
  std::uint32_t bits = 0;
  bool is_signed = false; // how the value is extended from them

  friend bool operator==(const NarrowBits&, const NarrowBits&) = default;
};

class NarrowVariables {
public:
  explicit NarrowVariables(const Program& program);

  // Of an integer variable whose address is not taken, at every location where it is live. Nothing if it may need all
  // its bits.
  std::optional<NarrowBits> of(const Variable& variable) const;

private:
  std::map<std::uint32_t, NarrowBits> narrow_; // by variable id
};

} // namespace tandem::analysis::abstraction
