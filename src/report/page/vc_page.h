// The page of a study of verification conditions: sizes and times of each method over the bounds.
#pragma once

#include "report/page/page.h"

#include <cstdint>

namespace tandem::report::page {

// One method on one program with one bound.
struct VcMeasurement {
  std::string program, method, solver, verdict;
  std::uint32_t bound = 0;
  double conditions = 0, dag_nodes = 0, tree_nodes = 0;
  double generate_seconds = 0;
  double solve_seconds = 0, least_seconds = 0, most_seconds = 0; // the median, and the spread
  bool is_solved = true;
};

struct VcStudyReport {
  std::vector<VcMeasurement> rows;
  std::string theory, command, version, machine, date;
  unsigned repeat = 1;
};

Page vc_page(const VcStudyReport& report);

} // namespace tandem::report::page
