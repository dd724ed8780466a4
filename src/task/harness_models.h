// Which models of the C library a harness compiles in the place of the real functions: those that ask the environment,
// whose answers are in the list of inputs.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace tandem {
class Program;
struct Edge;
} // namespace tandem

namespace tandem::task {

bool asks_environment(const Edge& edge);
std::set<std::filesystem::path> environment_models(const Program& program);

// A library function without a model that would be handed streams or descriptors of models, or hand its own to them:
// a run that mixes them shows nothing. Nothing if there is none.
std::optional<std::string> mixed_function(const Program& program, const std::set<std::filesystem::path>& models);

} // namespace tandem::task
