// One run of a strategy on one task.
#pragma once

#include "cooperate/strategy_actor.h"

namespace tandem::cooperate {

task::Outcome run_strategy(const Strategy& strategy, const StrategyOptions& options, const task::Task& task,
                           task::Monitor& monitor);

// The names of the partners below a step, for people.
std::string partners_text(const StrategyStep& step);

// The reducer of a step that does not name one: a partner that is told what was verified gets the residual program.
std::string reducer(const StrategyStep& step);

} // namespace tandem::cooperate
