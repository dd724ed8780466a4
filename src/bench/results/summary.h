// Results as text for people and as a table of comma-separated values.
#pragma once

#include "bench/results/table.h"

namespace tandem::bench {

// What is wrong or unstable first, then a line for each tool (and group, if there are several), then how it was run.
std::string summary_text(const ResultTable& table);

// For documents: the sums as a Markdown table, and where they come from: version, machine, date, limits and command.
std::string summary_markdown(const ResultTable& table);

// "30 s CPU, 4 GB"
std::string limits_text(const RunLimits& limits);

// A row for each run.
std::string results_csv(const ResultTable& table);

} // namespace tandem::bench
