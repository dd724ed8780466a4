#include "testing/goals/goal_table.h"

#include <fmt/format.h>

namespace tandem::testing::goals {

GoalTable::GoalTable(const Program& program, std::vector<Goal> goals)
    : goals_(std::move(goals)), statuses_(goals_.size()), by_edge_(program.edges().size()) {
  for (GoalId id = 0; id < goals_.size(); ++id)
    for (const Edge* edge : goals_[id].edges) by_edge_[edge->id].push_back(id);
}

std::vector<GoalId> GoalTable::open() const {
  std::vector<GoalId> result;
  for (GoalId id = 0; id < goals_.size(); ++id)
    if (is_open(id)) result.push_back(id);
  return result;
}

GoalCounts GoalTable::counts() const {
  GoalCounts counts;
  for (const GoalStatus& status : statuses_) {
    counts.covered += status.state == GoalState::Covered;
    counts.unreachable += status.state == GoalState::Unreachable;
    counts.open += status.state == GoalState::Open;
  }
  return counts;
}

std::vector<GoalId> GoalTable::passed(const std::vector<bool>& visited) const {
  std::vector<GoalId> result;
  for (GoalId id = 0; id < goals_.size(); ++id)
    for (const Edge* edge : goals_[id].edges)
      if (visited[edge->id]) {
        result.push_back(id);
        break;
      }
  return result;
}

void GoalTable::cover(GoalId id, const std::string& by, std::uint32_t test, double seconds) {
  GoalStatus& status = statuses_[id];
  if (status.state == GoalState::Unreachable)
    contradictions_.push_back(
        fmt::format("{}: called unreachable by {}, covered by a test of {}", goals_[id].text, status.by, by));
  status = {.state = GoalState::Covered, .by = by, .test = test, .seconds = seconds};
}

void GoalTable::prove_unreachable(GoalId id, const std::string& by, const std::vector<std::string>& assumptions,
                                  double seconds) {
  if (!is_open(id)) return;
  statuses_[id] = {.state = GoalState::Unreachable, .by = by, .assumptions = assumptions, .seconds = seconds};
}

void GoalTable::leave_open(GoalId id, std::string reason) {
  if (is_open(id)) statuses_[id].reason = std::move(reason);
}

} // namespace tandem::testing::goals
