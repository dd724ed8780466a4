// What is known of the lines of a program's files after a run.
#pragma once

#include "program/model/program.h"
#include "task/outcome.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tandem::report::page {

// As the page has them, one letter a line.
enum class LineState : char {
  None = ' ', // no code that the program executes
  Verified = 'v',
  Open = 'o',
  Reached = 'r',     // on the way to the error
  Unreachable = 'u', // no execution gets here: nothing calls the function
  NotLookedAt = 'n',
};

// By file, as in Program::files(): the letters of its lines up to the last one that has any.
std::vector<std::string> line_states(const Program& program, const task::Outcome& outcome);

} // namespace tandem::report::page
