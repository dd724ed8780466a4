// The section that leads to an error step by step.
#pragma once

#include "program/model/property.h"
#include "report/page/source_section.h"
#include "task/counterexample.h"

#include <string>
#include <vector>

namespace tandem::report::page {

// "running the compiled program"
std::string confirmation_text(const task::Counterexample& found);

Section trace_section(const Program& program, const Property& property, const task::Counterexample& found,
                      const ShownFiles& shown, const std::vector<std::string>& compiler_args);

} // namespace tandem::report::page
