// What a path has assumed, as single conditions: conjunctions are taken apart. Copying is cheap, like states.
#pragma once

#include "base/core/persistent_map.h"
#include "smt/term/terms.h"

#include <optional>

namespace tandem::semantics::symbolic {

class KnownConditions {
public:
  void assume(const smt::Terms& terms, smt::Term condition);
  // Its value, if that follows from single conditions.
  std::optional<bool> value(const smt::Terms& terms, smt::Term condition) const;

private:
  enum class Truth : std::uint8_t { False, True };

  void note(const smt::Terms& terms, smt::Term condition, Truth truth, int depth);
  std::optional<bool> value(const smt::Terms& terms, smt::Term condition, int depth) const;

  PersistentMap<Truth> known_; // by the number of the condition, which is no negation
};

} // namespace tandem::semantics::symbolic
