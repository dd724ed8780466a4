// The candidate paths of a task's condition, one after the other, as chains of blocks: what feasibility checker and
// precision refiner of component-based CEGAR have in common.
#pragma once

#include "analysis/candidate_domain.h"
#include "analysis/cegar_explore.h"
#include "analysis/predicate_exploration.h"
#include "analysis/predicate_paths.h"

#include <string>

namespace tandem::analysis::predicate {

class CandidatePaths : public Explorer {
public:
  // The task has a condition.
  CandidatePaths(const task::Task& task, task::Monitor& monitor, const CegarOptions& options, Constants constants);

  std::optional<task::Outcome> reach(NodeNumber node, std::uint32_t exit) final;
  automata::Gia condition() override { return *task_.condition; }

protected:
  // An outcome ends it.
  virtual std::optional<task::Outcome> look_at(const PathEnd& end, const Chain& chain) = 0;

  Exploration& exploration() { return exploration_; }
  const task::Task& task() const { return task_; }
  bool should_stop() { return monitor_.should_stop(); }
  automata::GiaHeader header(std::string producer) const;

private:
  const task::Task& task_;
  task::Monitor& monitor_;
  automata::RunGia candidates_;
  CandidateDomain domain_;
  Exploration exploration_;
};

} // namespace tandem::analysis::predicate
