// Validation of the claims of an automaton (definition 4). Every claim is checked independently of its producer: by the
// interpreter, where a claim names inputs, and otherwise by an engine on the part of the program that the claim is
// about, as a residual program.
#pragma once

#include "analysis/confirm/confirm.h"
#include "exchange/gia/gia.h"
#include "program/model/property.h"
#include "task/outcome.h"

#include <functional>
#include <string>
#include <vector>

namespace tandem::analysis::validate {

enum class ClaimStatus : std::uint8_t { Confirmed, Refuted, Open };

enum class ClaimKind : std::uint8_t { Unreachable, Reached, Invariant };

struct ClaimCheck {
  ClaimKind kind = ClaimKind::Unreachable;
  std::string subject; // of rt: the name of the state; of an invariant: its text and place
  ClaimStatus status = ClaimStatus::Open;
  std::string text;                     // the reason, for people
  std::vector<std::string> inputs;      // of the execution that confirms or refutes it, if any
  std::vector<std::string> assumptions; // of the engine's verdict
};

// Runs an engine on a part of the program; its counterexamples are confirmed, by a compiled run, too, if the user's
// program has these errors.
using EngineQuery =
    std::function<task::Outcome(const Program& part, const Property& property, confirm::CompiledCheck compiled)>;

struct ClaimOptions {
  std::size_t most_claims = 16; // rt states to check, and invariants
};

// All ut claims together, if there are any, then each rt state, then each invariant. A ut claim is confirmed if no
// target is reachable on the paths it covers; an rt claim if an execution along it reaches a target and none ends
// without; an invariant if no execution violates it. On the way to an accepting state an invariant is no claim: it
// restricts which paths are accepted. Throws InputError for an automaton that does not fit the program.
std::vector<ClaimCheck> check_claims(const Program& program, const exchange::Gia& gia, const Property& property,
                                     const EngineQuery& query, const ClaimOptions& options = {});

// For one rt state: whether some execution along it reaches a target.
ClaimCheck check_reached(const Program& program, const exchange::Gia& gia, exchange::StateId state,
                         const Property& property, const EngineQuery& query);

// The values that the assumptions on the shortest path to a state give to inputs; zero where they give none.
std::vector<std::string> claimed_inputs(const Program& program, const exchange::Gia& gia, exchange::StateId state);

} // namespace tandem::analysis::validate
