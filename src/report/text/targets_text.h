// The targets of a program and what became of each, as a table for people.
#pragma once

#include "program/model/target.h"
#include "task/target_status.h"

#include <string>
#include <vector>

namespace tandem::report {

struct TargetsTextOptions {
  std::size_t most_lines = 100; // unreachable targets beyond are only counted
};

// A line with the totals, then a line for each target in the order given: place, what has to hold, status, id. Empty
// if there are fewer than two. Ends with a newline.
std::string targets_text(const Program& program, const Property& property,
                         const std::vector<task::TargetStatus>& statuses, const TargetsTextOptions& options = {});

} // namespace tandem::report
