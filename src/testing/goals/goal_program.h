// Goals as targets: a copy of the program that calls an error function where a goal is reached, so that every engine,
// reducer and tool can work on goals unchanged.
//
// A path ends at its first goal. That is sound for what a proof says: if no goal's call is reachable, every path to one
// of them would have a first one, so that none of the goals is reachable. What a counterexample shows is one goal.
#pragma once

#include "testing/goals/goal_table.h"

#include <map>
#include <span>

namespace tandem::testing::goals {

struct GoalProgram {
  Program program;
  Property property;                    // calls of the goals' functions are errors
  std::vector<const Edge*> edge_origin; // by id; nullptr for what was inserted
  std::map<std::string, GoalId> goals;  // by the name of the function that is called there
};

GoalProgram goal_program(const Program& program, const GoalTable& table, std::span<const GoalId> goals);

// A copy of the program without the edges of goals that are proved unreachable: a path that takes one ends there.
Program without_unreachable(const Program& program, const GoalTable& table);

} // namespace tandem::testing::goals
