// Where a path of a program can be: a location with the calls that are open. Paths are those of gia.h: the edge of a
// call, the edges of the callee, its Return edge, then the caller's next edge. A call through a pointer may enter any
// function. An execution ends at the call of an error function, and so does its path.
#pragma once

#include "program/model/error_functions.h"
#include "program/model/program.h"

#include <cstdint>
#include <map>
#include <vector>

namespace tandem::exchange::combine {

class ProgramPositions {
public:
  using Position = std::uint32_t; // 0: the entry of the program
  struct Step {
    const Edge* edge = nullptr;
    Position to = 0;
  };

  ProgramPositions(const Program& program, ErrorFunctions errors);

  // The edges that a path can continue with. Recursion ends after a few calls from the same place.
  std::vector<Step> steps(Position position);

private:
  using Stack = std::uint32_t; // 0: no call is open
  struct Call {
    const Location* back = nullptr;
    Stack below = 0;
  };
  struct Place {
    const Location* location = nullptr; // nullptr: the path has ended
    Stack stack = 0;
  };

  Position position(const Location* location, Stack stack);
  void call(const Function& callee, const Edge& edge, Stack stack, std::vector<Step>& result);

  const Program& program_;
  ErrorFunctions errors_;
  std::vector<Call> stacks_; // the first one is not used
  std::map<std::pair<const Location*, Stack>, Stack> stack_index_;
  std::vector<Place> places_; // by Position
  std::map<std::pair<const Location*, Stack>, Position> place_index_;
};

} // namespace tandem::exchange::combine
