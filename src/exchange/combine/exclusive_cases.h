// Overlapping conditions as mutually exclusive cases.
#pragma once

#include "exchange/gia/gia_conditions.h"

#include <string>
#include <vector>

namespace tandem::exchange::combine {

struct ExclusiveCase {
  std::string text;                   // the condition of the case
  std::vector<std::uint32_t> holding; // positions of the transitions whose conditions hold then; may be empty
};

// For transitions that all have a condition (an assumption, an invariant of the target, or both) and match all of these
// edges. Throws InputError if there would be thousands of cases.
std::vector<ExclusiveCase> exclusive_cases(const Gia& gia, const std::vector<const Gia::Transition*>& transitions,
                                           const std::vector<const Edge*>& edges, GiaConditions& conditions);

} // namespace tandem::exchange::combine
