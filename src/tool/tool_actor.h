// An external tool as an actor: it takes a task and gives an outcome, like every engine. A task with a condition is
// made into a residual program first, so that every tool is a conditional one ("Reducer-Based Construction of
// Conditional Verifiers": CMC = V o R) and never learns that there was another program.
#pragma once

#include "task/actor.h"
#include "tool/definition.h"
#include "transform/reduce/reduce.h"

#include <memory>

namespace tandem::tool {

// Whether what no open error depends on is left out of what a tool is given (transform/slice/slice.h).
enum class Slicing : std::uint8_t { Off, On };

// Whether a tool is given a program whose loops are cut open (transform/loops/inductive_loops.h).
enum class Loops : std::uint8_t {
  Kept,
  Inductive,
  InductiveFirst, // for a part of the time; if that decides nothing, the program with its loops
};

struct ToolOptions {
  task::Replay replay; // on the original program: what a tool's FALSE has to pass
  // Where programs, logs and tests of the runs stay. Empty: in a folder that goes with the run.
  std::filesystem::path artifacts;
  std::filesystem::path tests; // where a tester's executions go, as a Test-Comp suite. Empty: nowhere.
  // Written: the user's file does not stand for itself (it needs compiler options, or it is one of several).
  Source source = Source::Original;
  transform::reduce::ReduceMethod reduce = transform::reduce::ReduceMethod::Auto; // of tasks with a condition
  Slicing slicing = Slicing::Off;
  Loops loops = Loops::Kept;
};

std::unique_ptr<task::Actor> make_tool(Definition definition, ToolOptions options);

} // namespace tandem::tool
