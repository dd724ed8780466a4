// The one place that names every engine. Adding one is a line in the table in registry.cpp; external tools are found by
// their definitions.
#pragma once

#include "engines/engine_options.h"
#include "task/actor.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::engines {

std::vector<std::string> engine_names();
// InputError lists the names when this is none of them.
std::unique_ptr<task::Actor> make_engine(std::string_view name, const EngineOptions& options);

// An engine or an external tool, by its name or the path of its definition.
std::unique_ptr<task::Actor> make_actor(const std::string& name, const EngineOptions& options);

} // namespace tandem::engines
