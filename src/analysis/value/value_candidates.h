// What the graph of an unfinished value analysis suggests about loops: the values that a variable had at a loop head,
// and those it had when another variable had a certain one. Others can try to prove it; here it is only what was seen.
#pragma once

#include "analysis/reach/arg.h"
#include "analysis/value/value_domain.h"
#include "exchange/gia/location_invariant.h"

#include <vector>

namespace tandem::analysis::value {

std::vector<exchange::LocationInvariant> value_candidates(reach::Arg& graph, ValueDomain& domain);

} // namespace tandem::analysis::value
