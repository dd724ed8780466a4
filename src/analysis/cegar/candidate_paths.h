// The candidate paths of a task's condition, one after the other, as chains of blocks: what the feasibility checker and
// the precision refiner of component-based CEGAR share.
#pragma once

#include "analysis/cegar/candidate_domain.h"
#include "analysis/cegar/cegar_explore.h"
#include "analysis/predicate/exploration.h"
#include "analysis/predicate/paths.h"

#include <string>

namespace tandem::analysis::cegar {

class CandidatePaths : public predicate::Explorer {
public:
  // The task must have a condition.
  CandidatePaths(const task::Task& task, task::Monitor& monitor, const CegarOptions& options,
                 abstraction::ConstantTracking constants);

  std::optional<task::Outcome> reach(predicate::NodeNumber node, std::uint32_t exit) final;
  exchange::Gia condition() override { return *task_.condition; }

protected:
  // Called for each candidate path. An outcome ends the exploration.
  virtual std::optional<task::Outcome> examine(const predicate::PathEnd& end, const abstraction::Chain& chain) = 0;

  predicate::Exploration& exploration() { return exploration_; }
  const task::Task& task() const { return task_; }
  bool should_stop() { return monitor_.should_stop(); }
  exchange::GiaHeader header(std::string producer) const;

private:
  const task::Task& task_;
  task::Monitor& monitor_;
  exchange::RunGia candidates_;
  CandidateDomain domain_;
  predicate::Exploration exploration_;
};

} // namespace tandem::analysis::cegar
