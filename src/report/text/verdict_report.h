// What a run found out, with all that its reports say: the common ground of pages and formats for tools.
#pragma once

#include "program/model/property.h"
#include "exchange/journal/journal.h"
#include "task/outcome.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem::report {

struct VerdictReport {
  const Program& program;
  const Property& property;
  const task::Outcome& outcome;
  std::string result;   // the result line: "Result: TRUE"
  std::string verifier; // what was asked: "default", "cbmc"
  std::string command;  // that makes this result again
  std::string version;  // of tandem
  std::string build;    // the same with the commit, for people
  std::vector<std::string> compiler_args;
  std::vector<exchange::PartnerRun> partner_runs; // of a cooperation, in the order of their starts; empty: not recorded
  double wall_seconds = 0, cpu_seconds = 0;
  double peak_memory = 0; // bytes; 0: not measured
  int exit_code = 0;
};

// What is known of one target.
struct Finding {
  const Edge* target = nullptr; // the call
  const Edge* place = nullptr;  // where it is shown: another one if it is in the library's code
  TargetState state = TargetState::Open;
  std::string rule; // what kind of error it would be: "error-call", "assertion", or the check: "overflow"
  std::string text; // what has to hold: "`a + b` fits int"; or what is called: "reach_error() in main"
  std::string by;   // the actor that decided it, if it says so
  std::string note; // why it is open
  const task::Counterexample* counterexample = nullptr; // of Reached
};

// Every target that calls can reach; if each has a status, in the order of these: reached ones first.
std::vector<Finding> findings(const VerdictReport& report);

// Of each rule: what it is about, for people.
std::string rule_text(const std::string& rule);

// "This does not hold: `a + b` fits int", "reach_error() is called"
std::string error_text(const Finding& finding);

} // namespace tandem::report
