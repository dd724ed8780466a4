// An external tool as an actor: it takes a task and returns an outcome, like every engine. A task with a condition is
// first turned into a residual program, so that every tool becomes a conditional verifier ("Reducer-Based Construction
// of Conditional Verifiers": CMC = V o R) without knowing of the original program.
#pragma once

#include "task/actor.h"
#include "tool/definition.h"
#include "transform/reduce/reduce.h"

#include <functional>
#include <memory>

namespace tandem::tool {

// Whether a tool is given a slice (transform/slice/slice.h).
enum class Slicing : std::uint8_t { Off, On };

// Whether a tool is given the result of the inductive loop transformation (transform/loops/inductive_loops.h).
enum class Loops : std::uint8_t {
  Kept,
  Inductive,
  InductiveFirst, // for a part of the time; if that decides nothing, the program with its loops
};

// Of conditions at locations of the task's program, those that hold in all executions.
using ProveInvariants = std::function<std::vector<exchange::LocationInvariant>(
    const task::Task& task, const std::vector<exchange::LocationInvariant>& candidates, task::Monitor& monitor)>;

struct ToolOptions {
  task::Replay replay; // confirms a tool's FALSE on the original program
  // Proves what partners tell before the tool's program assumes it. Empty: it is trusted, and the outcome says so.
  ProveInvariants prove;
  // Folder for programs, logs and tests of the runs. Empty: a temporary folder.
  std::filesystem::path artifacts;
  std::filesystem::path tests; // folder for a tester's executions, as a Test-Comp suite. Empty: none.
  // Written: the user's file is not self-contained (it needs compiler options, or it is one of several).
  Source source = Source::Original;
  transform::reduce::ReduceMethod reduce = transform::reduce::ReduceMethod::Auto; // of tasks with a condition
  Slicing slicing = Slicing::Off;
  Loops loops = Loops::Kept;
};

std::unique_ptr<task::Actor> make_tool(Definition definition, ToolOptions options);

} // namespace tandem::tool
