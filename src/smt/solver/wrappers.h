// Concerns that are no solver's business, as solvers around a solver:
//   auto solver = with_model_check(with_cache(with_log(make_z3(terms), "queries.smt2")), "failed");
#pragma once

#include "smt/solver/solver.h"

#include <filesystem>

namespace tandem::smt {

// Writes every query with its answer and time: into one file, queries separated by (reset), or, where the path is a
// folder, one file each. Every query is self-contained.
std::unique_ptr<Solver> with_log(std::unique_ptr<Solver> solver, const std::filesystem::path& path);

// Remembers the answers of past queries, and tries the models of the last ones on new ones before it asks.
std::unique_ptr<Solver> with_cache(std::unique_ptr<Solver> solver);

// Evaluates every formula under every model. Where one does not hold, the answer is Unknown "model check failed; the
// query is in FILE", FILE being new in the folder, which is made when it is needed. The same for queries on which the
// solver breaks down.
std::unique_ptr<Solver> with_model_check(std::unique_ptr<Solver> solver, const std::filesystem::path& folder);

} // namespace tandem::smt
