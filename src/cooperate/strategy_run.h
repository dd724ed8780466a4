// One run of a strategy on one task.
#pragma once

#include "cooperate/strategy_actor.h"

namespace tandem::cooperate {

task::Outcome run_strategy(const Strategy& strategy, const StrategyOptions& options, const task::Task& task,
                           task::Monitor& monitor);

} // namespace tandem::cooperate
