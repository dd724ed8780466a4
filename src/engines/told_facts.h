// What partners have told of loop heads by the time an engine starts, as far as it is proved again.
#pragma once

#include "analysis/conditional/conditional.h"

#include <vector>

namespace tandem::engines {

// Those that induction proves of all of them together, if that is a matter of moments.
std::vector<exchange::LocationInvariant> proved_again(const task::Task& task,
                                                      const std::vector<exchange::LocationInvariant>& candidates,
                                                      task::Monitor& monitor);

analysis::conditional::ToldFacts told_facts(const task::Task& task, task::Monitor& monitor);

} // namespace tandem::engines
