// The one place that names every engine. Adding one is a line in the table in assemble.cpp. External tools are found by
// their definitions.
#pragma once

#include "analysis/bounded/bmc.h"
#include "analysis/reach/bounds_domain.h"
#include "program/model/property.h"
#include "region/gamble.h"
#include "task/actor.h"
#include "tool/definition.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::engines {

// What becomes of an alarm.
enum class Alarms : std::uint8_t {
  Confirm, // FALSE only if a run of the program reaches the error
  Report,  // handed on, with the target if it is known: for programs that are not the user's own
};

// What engines are made from.
struct EngineOptions {
  Property property;
  std::string solver;                     // empty: the engine's own choice
  std::vector<std::string> compiler_args; // for compiling the program when an alarm is confirmed
  // What is not looked at further and stays open; for engines that explore paths.
  analysis::reach::PathLimits path_limits;
  std::optional<std::uint32_t> recursion_bound;
  std::optional<std::chrono::milliseconds> post_limit, solver_limit;
  std::filesystem::path artifacts; // where external tools leave what they were given and said; may be empty
  std::filesystem::path tests;     // where testers leave what they tried, as a Test-Comp suite; may be empty
  tool::Source source = tool::Source::Original; // what external tools get: Written for programs that we made
  Alarms alarms = Alarms::Confirm;
  analysis::confirm::Confirm
      confirm; // in place of what `alarms` says; for engines that work on another program than the user's
  // How tools get what a condition leaves open; empty: as a residual program that is not sliced, "auto": as a sliced
  // one. "slice": engines and tools get the program without what no error depends on, whatever is known.
  std::string reduce;
  std::string with; // of actors that use another one: its name; empty: the actor's own choice
};

std::vector<std::string> engine_names();
// InputError lists the names when this is none of them.
std::unique_ptr<task::Actor> make_engine(std::string_view name, const EngineOptions& options);

std::unique_ptr<task::Actor> make_tool_actor(tool::Definition definition, const EngineOptions& options);

// An engine or an external tool, by its name or the path of its definition.
std::unique_ptr<task::Actor> make_actor(const std::string& name, const EngineOptions& options);

struct StrategyChoice {
  std::string name;                  // or the path of a file
  std::vector<std::string> partners; // in place of the strategy's own; may be empty
  unsigned jobs = 2;
};
std::unique_ptr<task::Actor> make_strategy_actor(const StrategyChoice& choice, const EngineOptions& options);

// What regions may assume of the program around them.
enum class Facts : std::uint8_t { None, All };

// Gambling with an engine or an external tool.
std::unique_ptr<region::Gamble> make_gamble(const std::string& verifier, const EngineOptions& options,
                                            const region::GambleOptions& settings, Facts facts);

} // namespace tandem::engines
