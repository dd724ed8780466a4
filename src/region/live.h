// Which checks still matter when some are settled.
#pragma once

#include "region/subject.h"

#include <vector>

namespace tandem::region {

// By edge id: checks that are not settled and lead to an error call through checks that are not settled.
std::vector<bool> live_checks(const Subject& subject, const std::vector<bool>& settled);

} // namespace tandem::region
