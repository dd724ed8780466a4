// Cross-cutting concerns as solvers that wrap a solver:
//   auto solver = with_model_check(with_cache(with_log(make_z3(terms), "queries.smt2")), "failed");
#pragma once

#include "smt/solver/solver.h"

#include <filesystem>

namespace tandem::smt {

// Logs every query with its answer and time: to one file, with queries separated by (reset), or, if the path is a
// folder, to one file each. Every query is self-contained.
std::unique_ptr<Solver> with_log(std::unique_ptr<Solver> solver, const std::filesystem::path& path);

// Caches the answers of past queries, and tries the latest models on a new query before the solver is called.
std::unique_ptr<Solver> with_cache(std::unique_ptr<Solver> solver);

// Evaluates every formula under every model. If one does not hold, the answer is Unknown "model check failed; the
// query is in FILE", where FILE is a new file in the folder, which is created on demand. The same for queries on which
// the solver fails.
std::unique_ptr<Solver> with_model_check(std::unique_ptr<Solver> solver, const std::filesystem::path& folder);

} // namespace tandem::smt
