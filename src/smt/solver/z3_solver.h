// Z3 in this process, through its C interface: one context per solver, so solvers in different threads share nothing.
#pragma once

#include "smt/solver/solver.h"

namespace tandem::smt {

std::unique_ptr<Solver> make_z3(Terms& terms);

} // namespace tandem::smt
