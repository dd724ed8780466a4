// What is known about each goal: covered by a test, proved unreachable, or open. All partners of a test generation
// share one table.
#pragma once

#include "testing/goals/goals.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tandem::testing::goals {

using GoalId = std::uint32_t; // index in the table

enum class GoalState : std::uint8_t { Open, Covered, Unreachable };

struct GoalStatus {
  GoalState state = GoalState::Open;
  std::string by;                       // the partner that decided it
  std::uint32_t test = 0;               // Covered: the test's number
  std::string reason;                   // Open: why
  std::vector<std::string> assumptions; // Unreachable: what the proof rests on
  double seconds = 0;                   // when it was decided
};

struct GoalCounts {
  std::size_t covered = 0, unreachable = 0, open = 0;
};

class GoalTable {
public:
  GoalTable(const Program& program, std::vector<Goal> goals);

  const std::vector<Goal>& goals() const { return goals_; }
  const Goal& goal(GoalId id) const { return goals_[id]; }
  const GoalStatus& status(GoalId id) const { return statuses_[id]; }
  bool is_open(GoalId id) const { return statuses_[id].state == GoalState::Open; }
  std::vector<GoalId> open() const;
  GoalCounts counts() const;
  const std::vector<GoalId>& at(const Edge& edge) const { return by_edge_[edge.id]; }

  // Goals with an edge among those that a run took (by id), in the order of the table.
  std::vector<GoalId> passed(const std::vector<bool>& visited) const;

  // A goal that was proved unreachable and is covered nevertheless counts as covered, and is remembered as a
  // contradiction: the proof was wrong.
  void cover(GoalId id, const std::string& by, std::uint32_t test, double seconds);
  void prove_unreachable(GoalId id, const std::string& by, const std::vector<std::string>& assumptions, double seconds);
  void leave_open(GoalId id, std::string reason);
  void move_test(GoalId id, std::uint32_t test) { statuses_[id].test = test; }
  const std::vector<std::string>& contradictions() const { return contradictions_; }

private:
  std::vector<Goal> goals_;
  std::vector<GoalStatus> statuses_;
  std::vector<std::vector<GoalId>> by_edge_;
  std::vector<std::string> contradictions_;
};

} // namespace tandem::testing::goals
