// What a finished graph of values says about the heads of loops, as C.
#pragma once

#include "analysis/reach/arg.h"
#include "analysis/value/value_domain.h"
#include "exchange/gia/location_invariant.h"

#include <vector>

namespace tandem::analysis::value {

// low <= variable && variable <= high, as far as that says something; nullptr if nothing does.
const Expr* range_condition(Context& context, const Variable& variable, const AbstractValue& value);

// Globals and the function's own variables, as far as values are followed and C can compare them.
std::vector<const Variable*> variables_with_ranges(const Program& program, const Function& function);

// Ordered by loop head: ranges of variables, and which values go together if there are only a few such combinations.
// The graph must be complete, but for what is settled because no target lies ahead: of heads there, nothing is said.
std::vector<exchange::LocationInvariant> value_invariants(reach::Arg& graph, ValueDomain& domain);

} // namespace tandem::analysis::value
