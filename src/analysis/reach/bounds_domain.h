// Limits on paths as a domain: what exceeds one is cut off and stays a candidate, while exploration continues
// elsewhere. The failure-preventing conditions of "Conditional Model Checking" (FSE 2012).
#pragma once

#include "analysis/reach/domain.h"
#include "analysis/reach/exploration_limits.h"
#include "base/core/persistent_map.h"
#include "program/graph/weak_order.h"

#include <map>
#include <memory>

namespace tandem::analysis::reach {

class BoundsDomain : public Domain {
public:
  explicit BoundsDomain(PathLimits limits) : limits_(limits) {}

  StatePtr initial(const ControlPoint& start) override;
  std::vector<Successor> post(const StatePtr& state, const TransferStep& step) override;
  // A state with smaller counts covers one with larger ones: fewer of its paths are cut off.
  bool covers(const DomainState& larger, const DomainState& smaller, const ControlPoint& at) override;
  StatePtr join(const StatePtr& older, const StatePtr& newer, const MergePoint& at) override;
  ExplorationStatus exploration_status(const DomainState& state, const ControlPoint& at) override;

private:
  const graph::WeakOrder& order(const Function& function);

  PathLimits limits_;
  std::map<const Function*, std::unique_ptr<graph::WeakOrder>> orders_;
};

} // namespace tandem::analysis::reach
