// The partner `concolic`: runs are followed symbolically, and a branch that leads away from an open goal is negated for
// the next run (generational search: Godefroid, Levin, Molnar, NDSS 2008). The branch nearest to an open goal comes
// first. One solver answers all queries, and paths share the terms of what they have in common.
#pragma once

#include "testing/partners/partner.h"

#include <memory>

namespace tandem::testing::partners {

std::unique_ptr<Partner> make_concolic(const Program& program, std::string solver = "sat");

} // namespace tandem::testing::partners
