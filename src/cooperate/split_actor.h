// A split step as an actor: divides the task into parts, lets the step's partners work on as many parts at a time as
// there are jobs, and joins what they prove (docs/strategies.md).
#pragma once

#include "cooperate/strategy_actor.h"

namespace tandem::cooperate {

std::unique_ptr<task::Actor> make_split(const StrategyStep& step, StrategyOptions options);

} // namespace tandem::cooperate
