// Runs an actor in a process of its own, with limits that hold whatever it does: time-outs, exhausted memory and
// crashes end the child, not tandem.
#pragma once

#include "task/actor.h"

namespace tandem::task {

// The actor sees the task's limits as a request to stop shortly before they are reached, and is killed when they are.
// Unknown, with the reason, if it did not answer. `monitor` gets the child's progress and may stop it early.
Outcome run_isolated(Actor& actor, const Task& task, Monitor& monitor);

} // namespace tandem::task
