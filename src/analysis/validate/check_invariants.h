// Proof checking: given invariants are asserted in the program, and the whole is proved by k-induction with a small but
// growing k: each invariant must be inductive relative to the others, and together they must imply the property.
// Nothing is guessed, so that an incomplete proof is not completed silently.
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
  std::string solver = "z3"; // not the engines' default, for independence
  task::Limits limits;
};

struct InvariantCheck {
  ClaimStatus status = ClaimStatus::Open;
  std::string text;                     // the reason, for people
  std::optional<std::size_t> invariant; // if Refuted: the one that an execution violates; nothing: the property
  std::vector<std::string> inputs;      // of that execution
  std::vector<std::string> assumptions;
};

InvariantCheck check_invariants(const Program& program, const Property& property,
                                std::span<const exchange::LocationInvariant> invariants, task::Monitor& monitor,
                                const InvariantCheckOptions& options = {});

} // namespace tandem::analysis::validate
