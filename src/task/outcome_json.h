// Outcomes as JSON: for passing them from an actor's process to its parent, and for users' scripts.
#pragma once

#include "task/outcome.h"

#include <nlohmann/json_fwd.hpp>

namespace tandem::task {

nlohmann::json to_json(const Outcome& outcome, const Program& program);
nlohmann::json to_json(const TargetStatus& status, const Program& program);
// Read what to_json wrote for the same program. They throw InputError for anything else.
Outcome outcome_from_json(const nlohmann::json& json, const Program& program);
TargetStatus target_status_from_json(const nlohmann::json& json, const Program& program);

} // namespace tandem::task
