// What an exploration has verified of loops, told over the values of variables. In a loop that goes on until the end, no
// path is verified before all are; but with which values at the loop's head nothing can go wrong any more is often known
// of many of them.
#pragma once

#include "analysis/reach/arg.h"
#include "analysis/value/value_domain.h"
#include "exchange/gia/gia.h"

#include <optional>

namespace tandem::analysis::value {

// ut wherever a run is at the head of a loop with values from which the graph has no open node; of bounded size.
// Nothing if there are none that C expressions can tell. For graphs whose states are the domain's own.
std::optional<exchange::Gia> verified_values(reach::Arg& graph, ValueDomain& domain, exchange::GiaHeader header);

} // namespace tandem::analysis::value
