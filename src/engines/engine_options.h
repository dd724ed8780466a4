// What an engine, an external tool or a strategy is made from.
#pragma once

#include "analysis/confirm/confirm.h"
#include "analysis/reach/exploration_limits.h"
#include "base/core/option.h"
#include "program/model/property.h"
#include "tool/definition.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tandem::engines {

// What becomes of an alarm.
enum class Alarms : std::uint8_t {
  Confirm, // FALSE only if an execution of the program reaches the error
  Report,  // passed on, with the target if it is known: for programs that tandem made itself
};

struct EngineOptions {
  Property property;
  std::string solver;                     // empty: the engine's own choice
  std::vector<std::string> compiler_args; // for compiling the program when an alarm is confirmed
  // What is not explored further and stays open; for engines that explore paths.
  analysis::reach::ExplorationLimits limits;
  std::filesystem::path artifacts;              // where external tools leave their input and output; may be empty
  std::filesystem::path tests;                  // where testers leave their tests, as a Test-Comp suite; may be empty
  tool::Source source = tool::Source::Original; // what external tools get: Written for programs that tandem made
  Alarms alarms = Alarms::Confirm;
  // Skip: the errors are not those of the user's program, so only the interpreter can confirm an alarm.
  analysis::confirm::CompiledCheck compiled_check = analysis::confirm::CompiledCheck::Run;
  // In place of what `alarms` says: for engines that work on a program made from the user's.
  analysis::confirm::Confirm confirm;
  // How tools get what a condition leaves open; empty: as a residual program that is not sliced, "auto": as a sliced
  // one. "slice": engines and tools get the slice of the program for its targets, with or without a condition.
  std::string reduce;
  std::string with; // of actors that use another one: its name; empty: the actor's own choice
};

inline constexpr Option solver_option{"solver", &EngineOptions::solver, "the SMT or SAT backend of the engine"};
inline constexpr Option artifacts_option{"artifacts", &EngineOptions::artifacts,
                                         "keep what external tools were given and what they said here", nullptr,
                                         "FOLDER"};

} // namespace tandem::engines
