// Engines on explicit values and on intervals: they explore the abstract reachability graph; a possible error is
// checked path by path (confirm/path_check.h) and confirmed (confirm/confirm.h) before it is reported. However the run
// ends, the outcome has the condition of what was verified.
//
// value        all variables are tracked, states are never merged
// value-cegar  only variables that infeasible error paths have shown to matter are tracked (after Beyer, Löwe, FASE
// 2013; we take
//              the variables that the refuted condition depends on instead of interpolants)
// interval     states of one control point are merged, with widening and narrowing
#pragma once

#include "analysis/confirm/confirm.h"
#include "analysis/reach/arg.h"
#include "analysis/reach/exploration_limits.h"
#include "analysis/value/value_domain.h"
#include "task/actor.h"

#include <memory>

namespace tandem::analysis::value {

enum class ValueKind : std::uint8_t { Explicit, ExplicitByNeed, Interval };

struct ValueAnalysisOptions {
  ValueKind kind = ValueKind::Explicit;
  std::optional<reach::Order> order; // unset: depth first, for intervals reverse post-order
  reach::ExplorationLimits limits;
  std::string solver = "sat";
  pointers::UndefinedFunctions undefined = pointers::UndefinedFunctions::HaveNoEffect;
};

std::unique_ptr<task::Actor> make_value_analysis(ValueAnalysisOptions options, confirm::Confirm confirm);

} // namespace tandem::analysis::value
