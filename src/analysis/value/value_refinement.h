// Refinement of the explicit-value precision: the variables that have to be tracked are those that refute an infeasible
// error path when all are tracked, that is, the variables of the refuted condition and what they are computed from, as
// far as needed.
#pragma once

#include "analysis/reach/arg.h"
#include "analysis/value/value_domain.h"

#include <set>

namespace tandem::analysis::value {

class ValueRefinement {
public:
  ValueRefinement(const Program& program, const pointers::AliasPartition& aliases, const reach::CallStacks& stacks)
      : program_(program), aliases_(aliases), stacks_(stacks) {}

  bool tracks(const AbstractObject& object) const {
    return object.kind != AbstractObject::Kind::Variable || variables_.contains(object.variable->id);
  }
  std::size_t size() const { return variables_.size(); }

  // Whether the path to the node is refuted by variables that were not tracked; from now on they are.
  bool learn_from(const reach::Arg& graph, reach::NodeId target);

private:
  using Variables = std::set<std::uint32_t>; // by id

  // The number of steps after which the path is refuted by tracking these (nullptr: all); nothing if it is not.
  std::optional<std::size_t> refuted_at(const std::vector<reach::TransferStep>& path, const Variables* tracked) const;
  static Variables influences(const std::vector<reach::TransferStep>& path, std::size_t last);

  const Program& program_;
  const pointers::AliasPartition& aliases_;
  const reach::CallStacks& stacks_;
  Variables variables_;
};

} // namespace tandem::analysis::value
