// The engine `random`: executions with random inputs, in the interpreter. Finds errors that need many steps but no
// particular inputs, or one particular input after the other. A program that reads no input has only one execution, so
// that running it decides the task.
#pragma once

#include "analysis/confirm/confirm.h"
#include "task/actor.h"

#include <memory>

namespace tandem::testing {

std::unique_ptr<task::Actor> make_random_runs(analysis::confirm::Confirm confirm);

} // namespace tandem::testing
