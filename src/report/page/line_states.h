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
  Covered = 'c', // by a test, with every goal in it
  InPart = 'p',  // by a test, but a goal in it is open or unreachable
  NotCovered = 'x',
};

// The letters of lines, where the one of a higher rank stays.
class LineMarker {
public:
  explicit LineMarker(const Program& program) : letters_(program.files().size()) {}

  void mark(const SourcePoint& at, LineState state);
  std::vector<std::string> finish() && { return std::move(letters_); }

private:
  std::vector<std::string> letters_;
};

// By file, as in Program::files(): the letters of its lines up to the last one that has any.
std::vector<std::string> line_states(const Program& program, const task::Outcome& outcome);

} // namespace tandem::report::page
