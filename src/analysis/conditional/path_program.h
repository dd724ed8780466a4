// Counterexample check with any verifier: the candidate paths of a condition are made a program of their own, and the
// verifier is asked whether an error is reached in it ("Conditional Model Checking", FSE 2012, section 3.2, where CBMC
// is given the path). The feasibility checker of component-based CEGAR (cegar_feasible.h) in other hands.
//
// An error counts if a run of the original program confirms it. Paths that the verifier finds impossible, or cannot
// decide, stay candidates. The actor never says TRUE: the rest of the program was not looked at.
#pragma once

#include "analysis/conditional/conditional.h"

namespace tandem::analysis::conditional {

// The verifier gets programs that are written out; its alarms are not confirmed yet.
std::unique_ptr<task::Actor> make_path_check(std::function<std::unique_ptr<task::Actor>()> make_verifier,
                                             confirm::Confirm confirm);

} // namespace tandem::analysis::conditional
