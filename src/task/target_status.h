// What an actor found out about one target.
#pragma once

#include "program/model/target.h"
#include "task/counterexample.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem::task {

struct TargetStatus {
  const Edge* target = nullptr; // the call
  TargetState state = TargetState::Open;
  std::string by;                               // the actor that decided it
  std::string why;                              // Open: what is missing
  std::optional<Counterexample> counterexample; // Reached
  std::vector<std::string> assumptions;         // Unreachable: what this rests on, beside the program's own
};

// Of a task: when an actor may stop.
enum class TargetSearch : std::uint8_t {
  First, // when one target is reached: the verdict is known
  All,   // when each target is decided; actors that can do so go on after the first and report each one
};

} // namespace tandem::task
