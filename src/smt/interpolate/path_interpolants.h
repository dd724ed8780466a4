// Interpolants of a path: what holds between its steps such that, all in all, it cannot be taken.
//
// The path is given to Z3 as a chain of Horn clauses, one unknown predicate for each point between two steps, and its
// Spacer engine (Komuravelli, Gurfinkel, Chaki, CAV 2014) solves it, first as if words were integers, then bit by bit.
// Clauses are kept as they are (no inlining, no slicing), so that every point keeps its predicate.
#pragma once

#include "smt/solver/solver.h"

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tandem::smt::interpolate {

struct PathStep {
  Term condition; // over the symbols of this step and over what is arbitrary in it
  // The symbols of the next step and what they are then. Symbols that no step gives a value are arbitrary.
  std::vector<std::pair<Term, Term>> next;
};

// For each step but the first what holds before it, over its symbols; the first such that `is_trusted`, which has to
// check the chain. Nothing if the path can be taken as far as one can tell, or if time (for each reading) is up.
std::optional<std::vector<Term>> path_interpolants(Terms& terms, std::span<const PathStep> path,
                                                   const CheckLimits& limits,
                                                   const std::function<bool(const std::vector<Term>&)>& is_trusted);

} // namespace tandem::smt::interpolate
