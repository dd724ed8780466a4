// The partner that has verifiers prove open goals unreachable: they get a program that calls an error function where a
// goal is reached, first of all open goals together, then of single ones. What a verifier finds reachable instead is
// run like any other proposal.
#pragma once

#include "task/limits.h"
#include "task/outcome.h"
#include "testing/partners/partner.h"

#include <memory>

namespace tandem::testing::partners {

// Runs a verifier, by its name, in a process of its own with these limits of time.
using Verify = std::function<task::Outcome(const std::string& verifier, const Program& program,
                                           const Property& property, const task::Limits& limits)>;

std::unique_ptr<Partner> make_proof_of_goals(std::vector<std::string> verifiers, Verify verify);

} // namespace tandem::testing::partners
