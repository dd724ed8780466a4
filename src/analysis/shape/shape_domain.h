// Values and intervals together with the shape of the heap: lists of any length are one object (lists.h). States are
// joined only if their heaps have one shape.
#pragma once

#include "analysis/shape/lists.h"
#include "analysis/value/value_domain.h"
#include "program/graph/weak_order.h"

#include <map>

namespace tandem::analysis::shape {

class ShapeDomain : public reach::Domain {
public:
  ShapeDomain(const Program& program, const pointers::AliasPartition& aliases, const reach::CallStacks& stacks);

  reach::StatePtr initial(const reach::ControlPoint& start) override;
  std::vector<reach::Successor> post(const reach::StatePtr& state, const reach::TransferStep& step) override;
  bool covers(const reach::DomainState& larger, const reach::DomainState& smaller,
              const reach::ControlPoint& at) override;
  reach::StatePtr join(const reach::StatePtr& older, const reach::StatePtr& newer,
                       const reach::MergePoint& at) override;
  std::uint64_t hash(const reach::DomainState& state) override;
  reach::ExplorationStatus exploration_status(const reach::DomainState& state, const reach::ControlPoint& at) override;

private:
  std::vector<AbstractState> materialised(const AbstractState& state, const reach::TransferStep& step);
  std::vector<reach::StatePtr> by_condition(const reach::StatePtr& state, const reach::TransferStep& step);
  reach::StatePtr tidied(const reach::StatePtr& state, const reach::TransferStep& step);
  bool is_loop_head(const Location& location);
  bool keeps_apart(const reach::DomainState& newer, const reach::MergePoint& at);

  value::ValueDomain values_;
  Lists lists_;
  std::map<const Function*, graph::WeakOrder> orders_;
  struct Apart {
    std::uint32_t count = 0;
    const reach::DomainState* last = nullptr; // compared only
  };
  std::map<std::pair<std::uint32_t, reach::StackId>, Apart> apart_; // by location and stack
};

} // namespace tandem::analysis::shape
