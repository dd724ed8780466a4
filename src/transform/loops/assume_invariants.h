// A program in which invariants are assumed wherever an execution comes to their locations, for verifiers that do not
// know of them. It has the errors of the original if the invariants hold: a proof depends on who proved them.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "transform/reduce/reduce.h"

#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

namespace tandem::transform::loops {

// A slice keeps all assignments to a scalar that it reads. It may contain other variables, and parts of records and
// arrays, without their assignments; an invariant about these could be false.
class AssumableInvariants {
public:
  explicit AssumableInvariants(const Program& program);
  bool contains(const Expr& condition) const;

private:
  std::unordered_set<const Variable*> reads_;
};

// The same invariants at the locations of a program that was derived from the one they are about.
std::vector<exchange::LocationInvariant> invariants_in(const reduce::Residual& residual,
                                                       std::span<const exchange::LocationInvariant> invariants);

// Nothing if none of them can be assumed.
std::optional<reduce::Residual> assume_invariants(const Program& program,
                                                  std::span<const exchange::LocationInvariant> invariants);

// For a residual program; the origins, and the locations of the invariants, are those of the original program.
std::optional<reduce::Residual> assume_invariants(const reduce::Residual& residual,
                                                  std::span<const exchange::LocationInvariant> invariants);

} // namespace tandem::transform::loops
