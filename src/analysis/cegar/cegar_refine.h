// The third actor of component-based CEGAR (cegar_explore.h), the precision refiner: finds predicates that show why
// candidate paths are infeasible. It answers with these paths as ut, and the new predicates as assumptions where they
// hold on them (figure 16 of the paper). Where the abstraction of the path does not decide a predicate, the path occurs
// twice, once under the predicate and once under its negation.
#pragma once

#include "analysis/cegar/cegar_explore.h"

namespace tandem::analysis::cegar {

std::unique_ptr<task::Actor> make_cegar_refine(CegarOptions options);

} // namespace tandem::analysis::cegar
