// The path to an error as positions in the source: values of inputs and decisions at conditions.
//
// Any subsequence describes the execution; so whatever cannot be stated with certainty is omitted: a value whose
// variable is not visible at the next statement, a decision that the source does not show.
#pragma once

#include "program/model/program.h"
#include "program/model/trace.h"

#include <span>
#include <string>
#include <vector>

namespace tandem::exchange::witness {

enum class WaypointKind : std::uint8_t {
  Assumption, // the constraint holds just before the statement that begins here
  Branching,  // the condition of the if or loop whose keyword is here was "true" or "false"
  Target,     // the error function is called by the statement that begins here
};

struct Waypoint {
  WaypointKind kind = WaypointKind::Assumption;
  SourcePoint location;
  const Function* function = nullptr;
  std::string constraint; // a C expression; none for Target
};

struct Execution {
  std::span<const Edge* const> path;
  std::span<const WrittenValue> written;
  const Edge* target = nullptr; // the call of the error function
};

// In the order of the execution, the target last. If there would be more than `limit`, decisions are omitted, then the
// later inputs.
std::vector<Waypoint> find_waypoints(const Program& program, const Execution& execution, std::size_t limit = 2000);

} // namespace tandem::exchange::witness
