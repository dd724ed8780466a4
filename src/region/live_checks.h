// The checks that are still relevant when some have been verified.
#pragma once

#include "region/verification_context.h"

#include <vector>

namespace tandem::region {

// By edge id: unverified checks from which unverified checks lead to an error call.
std::vector<bool> live_checks(const VerificationContext& verification_context, const std::vector<bool>& verified);

} // namespace tandem::region
