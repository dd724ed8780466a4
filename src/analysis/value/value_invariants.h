// Loop invariants from a finished graph of values, as C expressions.
#pragma once

#include "analysis/reach/arg.h"
#include "analysis/value/value_domain.h"
#include "exchange/gia/location_invariant.h"

#include <vector>

namespace tandem::analysis::value {

// low <= variable && variable <= high, without bounds that are trivial; nullptr if both are.
const Expr* range_condition(Context& context, const Variable& variable, const AbstractValue& value);

// Globals and the function's own variables whose values are tracked and comparable in C.
std::vector<const Variable*> variables_with_ranges(const Program& program, const Function& function);

// Ordered by loop head: ranges of variables, and the tuples of values that occur together if there are only a few. The
// graph must be complete, except for nodes that were closed because no target is reachable: heads reachable from them
// are left out.
std::vector<exchange::LocationInvariant> value_invariants(reach::Arg& graph, ValueDomain& domain);

} // namespace tandem::analysis::value
