// What a tool is given of a task: the program itself, or what a condition leaves open of it, sliced, with its loops cut
// open, as it was asked for.
#pragma once

#include "tool/tool_actor.h"

#include <optional>
#include <string>

namespace tandem::tool {

struct GivenProgram {
  std::optional<transform::reduce::Residual> residual; // nothing: the whole program
  bool rests_on_condition = false;                     // a proof does
  bool is_other = false; // the residual has errors that the program has not, or asks for other values
  std::string remark;    // for people
  std::string refusal;   // why there is nothing to give

  const Program& program(const task::Task& task) const { return residual ? residual->program : task.program; }
};

GivenProgram given_program(const task::Task& task, const Definition& definition, const ToolOptions& options,
                           task::Monitor& monitor);

} // namespace tandem::tool
