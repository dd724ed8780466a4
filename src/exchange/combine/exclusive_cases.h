// Conditions that may overlap, as cases of which at most one holds.
#pragma once

#include "exchange/gia/gia_conditions.h"

#include <string>
#include <vector>

namespace tandem::exchange::combine {

struct ExclusiveCase {
  std::string text;                   // when it is the case
  std::vector<std::uint32_t> holding; // positions of the transitions whose conditions hold then; may be none
};

// For transitions that all have a condition (an assumption, an invariant of the target, or both) and fit all of these
// edges. No edges: such conditions cannot be. Throws InputError if there would be thousands of cases.
std::vector<ExclusiveCase> exclusive_cases(const Gia& gia, const std::vector<const Gia::Transition*>& transitions,
                                           const std::vector<const Edge*>& edges, GiaConditions& conditions);

} // namespace tandem::exchange::combine
