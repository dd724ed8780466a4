// Invariants of loops and recursive functions by guessing and checking: of the candidates that hold in all samples,
// those are dropped that fail on entry or are not preserved by an iteration, until the rest is inductive (Houdini:
// Flanagan, Leino, FME 2001).
#pragma once

#include "task/actor.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tandem::analysis::invariants {

// Of loop heads, and of entries and exits of recursive functions.
struct Invariants {
  std::vector<exchange::LocationInvariant> all;
  std::map<const Function*, const Variable*> results; // the variables that stand for the results of functions
  std::vector<exchange::LocationInvariant>
      of_given;              // among them, those that were given and would not have been guessed
  bool are_complete = false; // no path was left open: they hold in all executions

  // For export: without those at exits, which mention results that have no name in the program, and those that read
  // through pointers, which who evaluates them would have to know to be valid.
  std::vector<exchange::LocationInvariant> in_program() const;
};

// Where candidates come from beside those that are given.
enum class Guessing : std::uint8_t { FromSamples, None };

// What to do if some paths were not executed to their end.
enum class WhereOpen : std::uint8_t {
  UpToThere, // the invariants hold that far
  Refuse,    // report none
};

struct InvariantOptions {
  std::string solver = "sat";
  WhereOpen where_open = WhereOpen::UpToThere;
  Guessing guessing = Guessing::FromSamples;
  // Deterministic iterations of a loop that are executed before it is replaced by an arbitrary iteration.
  std::uint32_t deterministic_iterations = 32;
  std::uint32_t long_runs = 0; // see SampleOptions
  // Invariants of loop heads from another actor: candidates like the guessed ones, conjunct by conjunct.
  std::vector<exchange::LocationInvariant> given = {};
  std::map<const Function*, const Variable*> results = {}; // that given ones at exits refer to; others are made
};

// Every invariant holds on all paths up to the first unsupported construct, where the unwinding stops.
Invariants find_invariants(const task::Task& task, task::Monitor& monitor, const InvariantOptions& options = {});

} // namespace tandem::analysis::invariants
