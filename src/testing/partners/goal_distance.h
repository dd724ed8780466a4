// How far the open goals are, in edges, from each location: along the control flow and into calls, but not back to
// callers, which any function with open goals behind its calls gets a fixed distance for.
#pragma once

#include "testing/goals/goal_table.h"

#include <vector>

namespace tandem::testing::partners {

class GoalDistance {
public:
  static constexpr std::uint32_t far = 1'000'000;

  GoalDistance(const Program& program, const goals::GoalTable& table);
  // Of taking the edge: 0 if it covers an open goal itself.
  std::uint32_t of(const Edge& edge) const { return by_edge_[edge.id]; }

private:
  std::vector<std::uint32_t> by_edge_;
};

} // namespace tandem::testing::partners
