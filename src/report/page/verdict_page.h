// The page of a verdict: what holds, the source with what is known of each line, the way to the error, what each
// partner did.
#pragma once

#include "program/model/property.h"
#include "report/page/page.h"
#include "task/outcome.h"

#include <string>
#include <vector>

namespace tandem::report::page {

struct VerdictReport {
  const Program& program;
  const Property& property;
  const task::Outcome& outcome;
  std::string result;   // the result line: "Result: TRUE"
  std::string verifier; // what was asked: "default", "cbmc"
  std::string command;  // that makes this result again
  std::string producer; // "tandem 0.1.0"
  std::vector<std::string> compiler_args;
  double wall_seconds = 0, cpu_seconds = 0;
  double peak_memory = 0; // bytes; 0: not measured
};

// Further sections can be added.
Page verdict_page(const VerdictReport& report);

} // namespace tandem::report::page
