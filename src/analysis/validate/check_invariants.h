// Is this a proof? Given invariants are asserted in the program, and the whole is proved by k-induction with a small
// but growing k: each invariant must carry itself together with the others, and they must imply the property. Nothing
// is guessed on the way, so that a proof which lacks something is not completed silently.
#pragma once

#include "analysis/validate/check_gia.h"
#include "exchange/gia/location_invariant.h"
#include "task/actor.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tandem::analysis::validate {

struct InvariantCheckOptions {
  std::string solver = "z3"; // engines use another one by default
  task::Limits limits;
};

struct InvariantCheck {
  ClaimStatus status = ClaimStatus::Open;
  std::string text;                     // why, for people
  std::optional<std::size_t> invariant; // Refuted: the one that an execution violates; nothing: the property
  std::vector<std::string> inputs;      // of that execution
  std::vector<std::string> assumptions;
};

InvariantCheck check_invariants(const Program& program, const Property& property,
                                std::span<const exchange::LocationInvariant> invariants, task::Monitor& monitor,
                                const InvariantCheckOptions& options = {});

} // namespace tandem::analysis::validate
