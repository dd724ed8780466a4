// Values and intervals together with the shape of the heap: lists of any length are one object (lists.h). States are
// joined only if their heaps have one shape.
#pragma once

#include "analysis/shape/lists.h"
#include "analysis/value/value_domain.h"
#include "program/graph/weak_order.h"

#include <map>

namespace tandem::analysis::shape {

// How many states of one shape a control point may have: the first ones are kept apart, so that numbers by which fields
// are chosen, and the first iterations of loops, are followed one by one.
struct StatesApart {
  std::uint32_t at_loop_head = 16, elsewhere = 48;
};

class ShapeDomain : public reach::Domain {
public:
  ShapeDomain(const Program& program, const pointers::AliasPartition& aliases, const reach::CallStacks& stacks,
              const StatesApart& most);

  reach::StatePtr initial(const reach::ControlPoint& start) override;
  std::vector<reach::Successor> post(const reach::StatePtr& state, const reach::TransferStep& step) override;
  bool covers(const reach::DomainState& larger, const reach::DomainState& smaller,
              const reach::ControlPoint& at) override;
  reach::StatePtr join(const reach::StatePtr& older, const reach::StatePtr& newer,
                       const reach::MergePoint& at) override;
  std::uint64_t hash(const reach::DomainState& state) override;
  reach::ExplorationStatus exploration_status(const reach::DomainState& state, const reach::ControlPoint& at) override;
  // Some states were joined that a larger limit would have kept apart.
  bool has_reached_limit() const { return has_reached_limit_; }

private:
  std::vector<AbstractState> materialised(const AbstractState& state, const reach::TransferStep& step);
  std::vector<reach::StatePtr> by_condition(const reach::StatePtr& state, const reach::TransferStep& step);
  reach::StatePtr tidied(const reach::StatePtr& state, const reach::TransferStep& step);
  bool is_loop_head(const Location& location);
  bool keeps_apart(const reach::DomainState& newer, const reach::MergePoint& at);

  value::ValueDomain values_;
  Lists lists_;
  StatesApart most_apart_;
  bool has_reached_limit_ = false;
  std::map<const Function*, graph::WeakOrder> orders_;
  struct Apart {
    std::uint32_t count = 0;
    const reach::DomainState* last = nullptr; // compared only
  };
  std::map<std::pair<std::uint32_t, reach::StackId>, Apart> apart_; // by location and stack
};

} // namespace tandem::analysis::shape
