// The verified checks as a GIA: no execution takes the edge before an assertion that cannot fail, so a path that takes
// it is covered. If an assertion in a shared function is verified only for some calls of the function, the automaton
// follows the execution into such a call.
#pragma once

#include "exchange/gia/gia.h"
#include "region/verification_context.h"

#include <string>
#include <vector>

namespace tandem::region {

// `verified` by edge id, as in ProofObligations::verified().
exchange::Gia proved_gia(const VerificationContext& verification_context, const std::vector<bool>& verified,
                         std::string producer);

} // namespace tandem::region
