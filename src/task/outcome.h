// What an actor is limited to, and what it returns.
#pragma once

#include "exchange/gia/gia.h"
#include "exchange/gia/location_invariant.h"
#include "program/model/program.h"
#include "task/counterexample.h"
#include "task/limits.h"
#include "task/target_status.h"
#include "task/verdict.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem::task {

// The contribution of one partner to a cooperation.
struct Contribution {
  std::string partner; // "kinduction", "cbmc"
  Verdict verdict = Verdict::Unknown;
  std::string what;                  // one line for the user: what it found out, or why nothing
  std::vector<std::string> commands; // of an external tool: what was run, quoted for a shell
  double wall_seconds = 0, cpu_seconds = 0;
  std::string crash; // empty unless it crashed; for the user
};

struct Outcome {
  Verdict verdict = Verdict::Unknown;
  std::string reason; // of Unknown: why, and where
  std::optional<Counterexample> counterexample;
  // With TargetSearch::All: the targets that were decided, the one of the counterexample included. Of a complete answer
  // (cooperate/all_targets.h): every target, reached ones first.
  std::vector<TargetStatus> targets;
  std::optional<exchange::Gia> gia; // what is now known about the program's paths
  // Invariants of all executions, up to an error if there is one; of True: those that let the proof be checked.
  std::vector<exchange::LocationInvariant> invariants;
  std::vector<std::string> assumptions;     // on which the verdict depends
  std::vector<std::string> vacuous;         // of True: what makes it say less than it seems, for the user
  bool rests_on_condition = false;          // one of them: the task's condition is right about what it calls verified
  std::vector<std::string> learnt_from;     // partners whose facts were used, after they were proved again
  std::vector<std::string> trusts;          // partners whose facts were used as they are: the verdict rests on them
  std::map<std::string, double> statistics; // by readable name
  std::string crash;                        // of an actor that crashed: what happened; the reason says it, too
  std::vector<Contribution> partners;       // of a cooperation, in the order in which they ended
};

inline Outcome unknown(std::string reason) { return {.reason = std::move(reason)}; }

// Of an actor that leaves out what the task's condition calls verified.
inline void assume_condition(Outcome& outcome) {
  outcome.assumptions.push_back("what the given condition calls verified");
  outcome.rests_on_condition = true;
}

} // namespace tandem::task
