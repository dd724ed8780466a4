// Interpolants of an infeasible path (McMillan, "Lazy Abstraction with Interpolants", CAV 2006): conditions between
// its steps such that each step leads from one to the next, and the last step is infeasible.
//
// The path is given to Z3 as a chain of constrained Horn clauses, one unknown predicate for each point between two
// steps, and its Spacer engine (Komuravelli, Gurfinkel, Chaki, CAV 2014) solves it, first with words read as integers,
// then as bit-vectors. Interpolants thus come from a solution of the clauses, not from a resolution proof, and
// inlining and slicing are disabled so that every point keeps its predicate.
#pragma once

#include "smt/term/terms.h"

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tandem::smt::interpolate {

struct PathStep {
  Term condition; // over the symbols of this step and over inputs
  // The symbols of the next step and their values. Symbols to which no step gives a value are arbitrary.
  std::vector<std::pair<Term, Term>> next;
};

// For each step except the first, what holds before it, over its symbols: the first sequence that `is_trusted`
// accepts, which has to check the chain. Nothing if the path is feasible in both readings, or if the limit of CPU time
// (for each reading; 0: none) is reached.
std::optional<std::vector<Term>> path_interpolants(Terms& terms, std::span<const PathStep> path,
                                                   std::chrono::milliseconds limit,
                                                   const std::function<bool(const std::vector<Term>&)>& is_trusted);

} // namespace tandem::smt::interpolate
