// Engines on explicit values and on intervals: explore the abstract reachability graph; a possible error is looked at
// path by path (path_check.h) and confirmed (confirm.h) before anybody hears of it. Whatever ends the run, the outcome
// has the automaton of what was settled.
//
// value        all variables are followed, states are never merged
// value-cegar  only those that infeasible error paths have shown to matter (after Beyer, Loewe, FASE 2013; we take the
//              variables that the refuted condition depends on instead of interpolants)
// interval     states of one position are merged, with widening and narrowing
#pragma once

#include "analysis/confirm/confirm.h"
#include "analysis/reach/arg.h"
#include "analysis/reach/bounds_domain.h"
#include "analysis/value/value_domain.h"
#include "task/actor.h"

#include <memory>

namespace tandem::analysis::value {

enum class ValueKind : std::uint8_t { Explicit, ExplicitByNeed, Interval };

struct ValueAnalysisOptions {
  ValueKind kind = ValueKind::Explicit;
  std::optional<reach::Order> order; // unset: depth first, for intervals reverse post-order
  reach::PathLimits limits;
  std::uint32_t recursion_bound = 64;
  std::optional<std::chrono::milliseconds> post_limit;
  std::chrono::milliseconds solver_limit{5'000}; // for one path
  std::string solver = "sat";
  pointers::UndefinedFunctions undefined = pointers::UndefinedFunctions::HaveNoEffect;
};

std::unique_ptr<task::Actor> make_value_analysis(ValueAnalysisOptions options, confirm::Confirm confirm);

} // namespace tandem::analysis::value
