// The program that a tool is given for a task: the original, or the residual program that a condition leaves open;
// optionally sliced, and after the inductive loop transformation; with known invariants as assumptions.
#pragma once

#include "tool/told_invariants.h"
#include "tool/tool_actor.h"

#include <optional>
#include <string>

namespace tandem::tool {

struct GivenProgram {
  std::optional<transform::reduce::Residual> residual; // nothing: the whole program
  bool rests_on_condition = false;                     // whether a proof depends on the condition
  bool has_told_invariants = false;                    // whether it depends on those that were told
  bool is_other = false; // the residual may have errors that the program does not have, or ask for other inputs
  std::string remark;    // for the user
  std::string refusal;   // why the tool cannot be run

  const Program& program(const task::Task& task) const { return residual ? residual->program : task.program; }
};

GivenProgram given_program(const task::Task& task, const Definition& definition, const ToolOptions& options,
                           const ToldInvariants& known, task::Monitor& monitor);

} // namespace tandem::tool
