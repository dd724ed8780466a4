// Which checks still matter when some are settled.
#pragma once

#include "region/verification_context.h"

#include <vector>

namespace tandem::region {

// By edge id: checks that are not settled and lead to an error call through checks that are not settled.
std::vector<bool> live_checks(const VerificationContext& verification_context, const std::vector<bool>& verified);

} // namespace tandem::region
