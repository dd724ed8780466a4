// Engines on explicit values and on intervals: explore the abstract reachability graph; a possible error is looked at
// path by path (path_check.h) and confirmed (confirm.h) before anybody hears of it. Whatever ends the run, the outcome
// has the automaton of what was settled.
//
// value        all variables are followed, states are never merged
// value-cegar  only those that infeasible error paths have shown to matter (after Beyer, Loewe, FASE 2013; we take the
//              variables that the refuted condition depends on instead of interpolants)
// interval     states of one position are merged, with widening and narrowing
#pragma once

#include "analysis/arg.h"
#include "analysis/bmc.h"
#include "analysis/bounds_domain.h"
#include "analysis/value_domain.h"
#include "task/actor.h"

#include <memory>

namespace tandem::analysis {

enum class ValueKind : std::uint8_t { Explicit, ExplicitByNeed, Interval };

struct ValueAnalysisOptions {
  ValueKind kind = ValueKind::Explicit;
  std::optional<Order> order; // unset: depth first, for intervals reverse post-order
  PathLimits limits;
  std::uint32_t recursion_bound = 64;
  std::optional<std::chrono::milliseconds> post_limit;
  std::chrono::milliseconds solver_limit{5'000}; // for one path
  std::string solver = "sat";
  UndefinedFunctions undefined = UndefinedFunctions::HaveNoEffect;
};

std::unique_ptr<task::Actor> make_value_analysis(ValueAnalysisOptions options, Confirm confirm);

} // namespace tandem::analysis
