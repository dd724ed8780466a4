// The values that an execution asked for, for people: each with a name where it has one.
#pragma once

#include "program/model/program.h"
#include "task/counterexample.h"

#include <string>
#include <vector>

namespace tandem::report {

struct ShownInput {
  std::string value;      // "3"; of something uninitialised that has a name: "buf->len = 4"
  std::string text;       // "for __VERIFIER_nondet_int"
  SourcePoint point;      // where; unknown if there is no such place
  bool is_answer = false; // the text says what the value means, not what it is for
  bool is_given = true;   // whether it is in the list of inputs that a run is given
  bool matters = true;    // whether the error depends on it
};

// In the order in which the program asks for them. `matters`: by index in the path (path_slice.h); empty: everything.
// Bytes of one uninitialised value are one input here.
std::vector<ShownInput> shown_inputs(const Program& program, const task::Counterexample& found,
                                     const std::vector<bool>& matters);

} // namespace tandem::report
