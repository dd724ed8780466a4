// Actors that find loop invariants for other actors, on demand ("Exchanging Information in Cooperative Software
// Validation", figure 12): an actor that needs help marks where as cand, and gets an automaton with state invariants.
// Only loops on paths to candidates are answered for; without candidates, all.
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
// Candidates from samples that are inductive (invariants/invariants.h).
std::unique_ptr<task::Actor> make_guessed_invariants(std::string solver);

} // namespace tandem::analysis::conditional
