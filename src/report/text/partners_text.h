// The contributions of the partners of a cooperation, for the user.
#pragma once

#include "task/outcome.h"

#include <string>
#include <vector>

namespace tandem::report {

// A line for each partner, in the order in which they first ended; empty for fewer than two runs. For a partner that
// ran several times, the last run is described.
std::string partners_text(const std::vector<task::Contribution>& partners);

} // namespace tandem::report
