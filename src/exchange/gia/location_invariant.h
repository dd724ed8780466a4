// An invariant of a location as a C expression: what proofs depend on and verifiers exchange.
#pragma once

#include "program/model/program.h"

#include <optional>
#include <string>

namespace tandem::exchange {

struct LocationInvariant {
  const Location* location = nullptr;
  const Expr* condition = nullptr; // in the scope of the location

  friend bool operator==(const LocationInvariant&, const LocationInvariant&) = default;
};

// A text that read_condition reads as the same condition at this location, with the names of the source where they
// are unambiguous. Nullopt if there is none.
std::optional<std::string> condition_text(const Program& program, const Location& location, const Expr& condition);

} // namespace tandem::exchange
