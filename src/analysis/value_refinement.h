// Which variables a value analysis has to follow: those that refute an infeasible error path when all are followed.
// The variables of the refuted condition and what they are computed from, as far as they are needed.
#pragma once

#include "analysis/arg.h"
#include "analysis/value_domain.h"

#include <set>

namespace tandem::analysis {

class ValueRefinement {
public:
  ValueRefinement(const Program& program, const AliasPartition& aliases, const CallStacks& stacks)
      : program_(program), aliases_(aliases), stacks_(stacks) {}

  bool tracks(const AbstractObject& object) const {
    return object.kind != AbstractObject::Kind::Variable || variables_.contains(object.variable->id);
  }
  std::size_t size() const { return variables_.size(); }

  // Whether the path to the node is refuted by variables that were not followed; from now on they are.
  bool learn_from(const Arg& graph, NodeId target);

private:
  using Variables = std::set<std::uint32_t>; // by id

  // The number of steps until the path is refuted by following these (nullptr: all); nothing: it is not.
  std::optional<std::size_t> refuted_at(const std::vector<Step>& path, const Variables* followed) const;
  static Variables influences(const std::vector<Step>& path, std::size_t last);

  const Program& program_;
  const AliasPartition& aliases_;
  const CallStacks& stacks_;
  Variables variables_;
};

} // namespace tandem::analysis
