// Actors that find loop invariants for others, on demand ("Exchanging Information in Cooperative Software Validation",
// figure 12): whoever needs help says cand where it needs it, and gets an automaton with state invariants. Only loops
// on paths to candidates are answered for; without candidates, all.
#pragma once

#include "program/model/property.h"
#include "task/actor.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tandem::analysis::conditional {

// Ranges of variables at loop heads, by interval analysis.
std::unique_ptr<task::Actor> make_interval_invariants();
// What executions have in common and induction proves (invariants.h).
std::unique_ptr<task::Actor> make_guessed_invariants(std::string solver);

} // namespace tandem::analysis::conditional
