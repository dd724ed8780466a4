// What a run found out, with all that its reports say: the common ground of pages and formats for tools.
#pragma once

#include "program/model/property.h"
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
  std::vector<std::string> compiler_args;
  double wall_seconds = 0, cpu_seconds = 0;
  double peak_memory = 0; // bytes; 0: not measured
  int exit_code = 0;
};

// What is known of one target.
struct Finding {
  enum class State : std::uint8_t { Open, Reached, Unreachable };

  const Edge* target = nullptr; // the call
  State state = State::Open;
  std::string rule; // what kind of error it would be: "error-call", "assertion", or the check: "overflow"
  std::string text; // what has to hold: "`a + b` fits int"; or what is called: "reach_error() in main"
  std::string note; // by whom it was decided, or why it is open
  const task::Counterexample* counterexample = nullptr; // of Reached
};

// "reached"
std::string_view name(Finding::State state);

// Every target that calls can reach, in the order of the program.
std::vector<Finding> findings(const VerdictReport& report);

// Of each rule: what it is about, for people.
std::string rule_text(const std::string& rule);

// "This does not hold: `a + b` fits int", "reach_error() is called"
std::string error_text(const Finding& finding);

} // namespace tandem::report
