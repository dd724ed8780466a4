// What gambling has settled, as an automaton: the way to an assertion that cannot fail is not taken by any execution,
// so that a path which gets there is covered. Where an assertion in a shared function is settled for some of the calls
// only, the automaton follows the execution into such a call.
#pragma once

#include "exchange/gia/gia.h"
#include "region/verification_context.h"

#include <string>
#include <vector>

namespace tandem::region {

// `settled` by edge id, as the ledger has it.
exchange::Gia proved_gia(const VerificationContext& verification_context, const std::vector<bool>& verified,
                         std::string producer);

} // namespace tandem::region
