// Counterexample check with any verifier: the candidate paths of a condition become a program of their own, and the
// verifier decides whether an error is reached in it ("Conditional Model Checking", FSE 2012, section 3.2, where CBMC
// is given the path). An alternative to the feasibility checker of component-based CEGAR (cegar/cegar_feasible.h).
//
// An error counts if a run of the original program confirms it. Paths that the verifier finds infeasible, or cannot
// decide, stay candidates. The actor never says TRUE: the rest of the program was not analysed.
#pragma once

#include "analysis/conditional/conditional.h"

namespace tandem::analysis::conditional {

// The verifier receives the path program as C; its alarms are confirmed here.
std::unique_ptr<task::Actor> make_path_check(std::function<std::unique_ptr<task::Actor>()> make_verifier,
                                             confirm::Confirm confirm);

} // namespace tandem::analysis::conditional
