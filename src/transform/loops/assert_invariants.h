// A program that calls an error function wherever an invariant does not hold: verifying it checks the invariants
// together with the property. With k-induction, each of them may be used to prove the others and the property.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "program/model/property.h"

#include <optional>
#include <span>
#include <vector>

namespace tandem::transform::loops {

struct AssertedProgram {
  Program program;
  Property property;                    // the original one, and an error function for each invariant
  std::vector<const Edge*> edge_origin; // by id; nullptr for the checks
  std::vector<std::string> checks;      // names of the error functions, by invariant

  // The invariant that the call reports as violated; nothing if it is an error call of the program itself.
  std::optional<std::size_t> violated(const Edge& call) const;
};

// Invariants of a function's exit are not checked, since no edge leaves it.
AssertedProgram assert_invariants(const Program& program, const Property& property,
                                  std::span<const exchange::LocationInvariant> invariants);

} // namespace tandem::transform::loops
