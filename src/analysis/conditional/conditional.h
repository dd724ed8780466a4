// Any engine as a conditional one: what a condition leaves open becomes a residual program (transform/reduce/reduce.h),
// the engine runs on that, and its findings are mapped back to the original. "Reducer-Based Construction of Conditional
// Verifiers" (Beyer, Jakobs, Lemberger, Wehrheim, ICSE 2018).
#pragma once

#include "analysis/confirm/confirm.h"
#include "exchange/gia/location_invariant.h"
#include "task/actor.h"
#include "transform/reduce/reduce.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tandem::analysis::conditional {

// Creates the engine, which confirms its alarms with the given function.
using MakeEngine = std::function<std::unique_ptr<task::Actor>(confirm::Confirm confirm)>;

// Invariants at loop heads that hold, and the partners who told them.
struct ToldFacts {
  std::vector<exchange::LocationInvariant> invariants;
  std::vector<std::string> partners;
};
using FindFacts = std::function<ToldFacts(const task::Task& task, task::Monitor& monitor)>;

// Without a condition, the engine as it is.
std::unique_ptr<task::Actor> make_conditional(MakeEngine make, confirm::Confirm confirm);

// The engine on the slice for the error calls (transform/slice/slice.h); a condition is ignored.
std::unique_ptr<task::Actor> make_sliced(MakeEngine make, confirm::Confirm confirm);

// The engine on the program in which the facts are assumed at loop heads, for engines that do not listen to partners
// themselves. Without facts, the engine as it is. A task's condition is ignored.
std::unique_ptr<task::Actor> make_assuming(MakeEngine make, confirm::Confirm confirm, FindFacts find);

// The engine on a slice after the inductive loop transformation (transform/loops/inductive_loops.h), in which the facts
// are assumed; a condition is ignored.
std::unique_ptr<task::Actor> make_inductive_loops(MakeEngine make, confirm::Confirm confirm, FindFacts find);

} // namespace tandem::analysis::conditional
