// What the commands that end with a verdict print: the result line and the counterexample; and their exit codes.
#pragma once

#include "cli/common/command.h"
#include "program/model/property.h"
#include "task/outcome.h"

#include <string>

namespace tandem::cli {

// "Result: TRUE"
std::string result_line(const task::Outcome& outcome, const Property& property);
ExitCode exit_code(task::Verdict verdict);
// Before the result line: of TRUE, whether there is nothing to check; what the verdict rests on. Crashes go to standard
// error, also where a partner answered.
void print_grounds(const task::Outcome& outcome);
// To standard output: where the error is, how it was confirmed and how it is reached.
void print_counterexample(const Program& program, const Property& property, const task::Counterexample& found);

} // namespace tandem::cli
