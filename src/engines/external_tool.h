// External tools as actors, with the options that engines have.
#pragma once

#include "engines/engine_options.h"
#include "task/actor.h"
#include "tool/definition.h"

#include <memory>
#include <string>

namespace tandem::engines {

std::unique_ptr<task::Actor> make_external_tool(tool::Definition definition, const EngineOptions& options);
// By the name or the path of its definition. InputError lists the names when this is neither.
std::unique_ptr<task::Actor> make_external_tool(const std::string& name, const EngineOptions& options);

} // namespace tandem::engines
