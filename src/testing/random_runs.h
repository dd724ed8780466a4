// Executions with random inputs, in the interpreter: finds errors that need many steps but no particular inputs. A
// program that asks for no input has one execution only, so that it is decided, however long it runs.
#pragma once

#include "analysis/confirm/confirm.h"
#include "task/actor.h"

#include <memory>

namespace tandem::testing {

std::unique_ptr<task::Actor> make_random_runs(analysis::confirm::Confirm confirm);

} // namespace tandem::testing
