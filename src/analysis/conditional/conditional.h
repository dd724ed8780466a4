// Any engine as a conditional one: what a condition leaves open is made a program of its own
// (transform/reduce/reduce.h), the engine runs on that, and what it finds is told in terms of the original.
// "Reducer-Based Construction of Conditional Verifiers" (Beyer, Jakobs, Lemberger, Wehrheim, ICSE 2018).
#pragma once

#include "analysis/confirm/confirm.h"
#include "task/actor.h"
#include "transform/reduce/reduce.h"

#include <functional>
#include <memory>

namespace tandem::analysis::conditional {

// Makes the engine; it has its alarms confirmed by what it is given.
using MakeEngine = std::function<std::unique_ptr<task::Actor>(confirm::Confirm confirm)>;

// Without a condition the engine as it is.
std::unique_ptr<task::Actor> make_conditional(MakeEngine make, confirm::Confirm confirm);

// The engine on the program without what no error depends on (transform/slice/slice.h), whatever is known already.
std::unique_ptr<task::Actor> make_sliced(MakeEngine make, confirm::Confirm confirm);

// The engine on a slice whose loops are cut open (transform/loops/inductive_loops.h), whatever is known already.
std::unique_ptr<task::Actor> make_inductive_loops(MakeEngine make, confirm::Confirm confirm);

} // namespace tandem::analysis::conditional
