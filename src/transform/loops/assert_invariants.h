// A program that calls an error function wherever an invariant does not hold: who verifies it has checked the
// invariants, together with the property. By k-induction, each of them may be used for the others and for the property.
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

  // The invariant that this call says to be violated; nothing: it is an error of the program itself.
  std::optional<std::size_t> violated(const Edge& call) const;
};

// An invariant of a function's exit is not checked: nothing happens there any more.
AssertedProgram assert_invariants(const Program& program, const Property& property,
                                  std::span<const exchange::LocationInvariant> invariants);

} // namespace tandem::transform::loops
