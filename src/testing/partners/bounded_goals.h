// The partner `bmc`: bounded model checking of all open goals at once. One unwinding for each bound, one literal for
// each goal, all asked of one incremental solver: each model is a test, and if no path exceeds the bound, each goal
// without a model is proved unreachable.
#pragma once

#include "testing/partners/partner.h"

#include <memory>

namespace tandem::testing::partners {

std::unique_ptr<Partner> make_bounded_goals(const Program& program, std::string solver = "sat");

} // namespace tandem::testing::partners
