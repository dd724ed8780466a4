// Our own solver: formulas are reduced to bit-vectors (theory_elimination.h), blasted into a circuit (blaster.h),
// encoded as clauses (cnf.h) and given to a SAT engine. For large bounded queries. No integers.
#pragma once

#include "smt/bitblast/theory_elimination.h"
#include "smt/solver/solver.h"

namespace tandem::smt::bitblast {

std::unique_ptr<Solver> make_sat(Terms& terms);
std::unique_ptr<Solver> make_sat(Terms& terms, const TheoryEliminationOptions& options);
// The same with MiniSat in place of CaDiCaL.
std::unique_ptr<Solver> make_sat_minisat(Terms& terms);

} // namespace tandem::smt::bitblast
