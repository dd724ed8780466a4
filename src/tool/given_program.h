// The program that a tool is given for a task: the original, or the residual program that a condition leaves open;
// optionally sliced, and after the inductive loop transformation.
#pragma once

#include "tool/tool_actor.h"

#include <optional>
#include <string>

namespace tandem::tool {

struct GivenProgram {
  std::optional<transform::reduce::Residual> residual; // nothing: the whole program
  bool rests_on_condition = false;                     // whether a proof depends on the condition
  bool is_other = false; // the residual may have errors that the program does not have, or ask for other inputs
  std::string remark;    // for the user
  std::string refusal;   // why the tool cannot be run

  const Program& program(const task::Task& task) const { return residual ? residual->program : task.program; }
};

GivenProgram given_program(const task::Task& task, const Definition& definition, const ToolOptions& options,
                           task::Monitor& monitor);

} // namespace tandem::tool
