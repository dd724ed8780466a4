// Which integer variables need only a few bits: those that only constants and each other are ever assigned to, as the
// states of state machines and flags are. Solvers then have a few bits to look at instead of a word.
//
// Ranges of values for the whole program, without regard to the order in which it runs.
#pragma once

#include "program/model/program.h"

#include <cstdint>
#include <map>
#include <optional>

namespace tandem::analysis::abstraction {

struct NarrowBits {
  std::uint32_t bits = 0;
  bool is_signed = false; // how the value follows from them

  friend bool operator==(const NarrowBits&, const NarrowBits&) = default;
};

class NarrowVariables {
public:
  explicit NarrowVariables(const Program& program);

  // Of an integer variable whose address is not taken, wherever it is live: nothing if it may need all its bits.
  std::optional<NarrowBits> of(const Variable& variable) const;

private:
  std::map<std::uint32_t, NarrowBits> narrow_; // by variable id
};

} // namespace tandem::analysis::abstraction
