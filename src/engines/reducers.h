// The reducers by the names under which options and strategies choose them, and what each means for an engine and for
// an external tool.
#pragma once

#include "analysis/conditional/conditional.h"
#include "engines/engine_options.h"
#include "tool/tool_actor.h"

#include <functional>
#include <memory>

namespace tandem::engines {

using MakeActor = std::function<std::unique_ptr<task::Actor>(const EngineOptions& options)>;

// The engine, on a slice or with inductive loops where the options say so.
std::unique_ptr<task::Actor> make_reduced(const MakeActor& make, const EngineOptions& options);

// Throws InputError, which lists the names, for a reducer that does not exist.
void choose_reducer(const std::string& name, tool::ToolOptions& settings);

} // namespace tandem::engines
