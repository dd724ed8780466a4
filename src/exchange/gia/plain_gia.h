// Automata that need no analysis: everything or nothing is verified, one error path, or one in addition to what is
// known.
//
// An error path claims rt of all executions along it (definition 4), so its assumptions have to determine the inputs.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/cfa.h"

#include <span>
#include <string>
#include <vector>

namespace tandem::exchange {

// One state: everything is verified, or everything is a candidate.
Gia gia_of_everything(Accept accept, GiaHeader header);

struct PathStep {
  const Edge* edge = nullptr;
  std::string assumption; // after the edge; empty: none
};
// The path, which ends with the error call, leads to rt.
Gia gia_of_error(std::span<const PathStep> path, GiaHeader header);
// The union of the automaton and the error path, in linear time; what the automaton claims to be rt becomes a
// candidate. If it claims that everything is ut, the result is the error path alone.
Gia with_error(const Gia& known, std::span<const PathStep> path);

// What is known of single targets: calls of error functions that no execution makes, and paths to others.
struct DecidedTargets {
  std::vector<const Edge*> unreachable;
  std::vector<std::vector<PathStep>> errors;
};
// Makes ut of every run from the state that takes one of the edges, anywhere.
void add_unreachable_edges(GiaBuilder& builder, StateId start, const std::vector<const Edge*>& edges);
// The names of the edges that are ut wherever a run takes them, as far as the automaton says so in this way.
std::vector<std::string> unreachable_edges(const Gia& gia);
// Wherever a run takes the edge of a target that is unreachable, it is ut.
Gia gia_of_targets(const DecidedTargets& targets, GiaHeader header);
// Together with what is known, as with_error().
Gia with_targets(const Gia& known, const DecidedTargets& targets);

} // namespace tandem::exchange
