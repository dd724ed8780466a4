// Any engine as a conditional one: what a condition leaves open is made a program of its own (automata/reduce.h), the
// engine runs on that, and what it finds is told in terms of the original. "Reducer-Based Construction of Conditional
// Verifiers" (Beyer, Jakobs, Lemberger, Wehrheim, ICSE 2018).
#pragma once

#include "analysis/bmc.h"
#include "automata/reduce.h"
#include "task/actor.h"

#include <functional>
#include <memory>

namespace tandem::analysis {

// Makes the engine; it has its alarms confirmed by what it is given.
using MakeEngine = std::function<std::unique_ptr<task::Actor>(Confirm confirm)>;

// Without a condition the engine as it is.
std::unique_ptr<task::Actor> make_conditional(MakeEngine make, Confirm confirm);

// The engine on the program without what no error depends on (automata/slice.h), whatever is known already.
std::unique_ptr<task::Actor> make_sliced(MakeEngine make, Confirm confirm);

// The engine on a slice whose loops are cut open (automata/cut.h), whatever is known already.
std::unique_ptr<task::Actor> make_cut(MakeEngine make, Confirm confirm);

// Whose turn the inputs of an alarm are may differ in the original, where loops are cut open for one. That there is an
// alarm is a hint that the error may be reached by other inputs, too: if it is not confirmed, these are tried.
Confirm also_with_other_inputs(Confirm confirm);

// What was found in a residual program, in terms of the original. Values written on the way are not told.
task::Counterexample original(const automata::Residual& residual, task::Counterexample found);

} // namespace tandem::analysis
