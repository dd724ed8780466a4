// The section that leads to errors step by step.
#pragma once

#include "program/model/property.h"
#include "report/page/source_section.h"
#include "report/text/verdict_report.h"
#include "task/counterexample.h"

#include <string>
#include <vector>

namespace tandem::report::page {

// "running the compiled program"
std::string confirmation_text(const task::Counterexample& found);

// One way to an error: what is wrong, the inputs, the steps, what can be copied.
nlohmann::json trace_json(const VerdictReport& report, const task::Counterexample& found, const ShownFiles& shown);

Section trace_section(std::vector<nlohmann::json> traces);

} // namespace tandem::report::page
