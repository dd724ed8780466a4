// Limits on paths as a domain: what exceeds one is cut off and stays a candidate, while exploration continues
// elsewhere. The failure-preventing conditions of "Conditional Model Checking" (FSE 2012).
#pragma once

#include "analysis/reach/domain.h"
#include "base/core/persistent_map.h"
#include "program/graph/weak_order.h"

#include <map>
#include <memory>
#include <optional>

namespace tandem::analysis::reach {

// Unset: unlimited.
struct PathLimits {
  std::optional<std::uint32_t> path_length;      // edges from the start
  std::optional<std::uint32_t> assume_edges;     // branches and assumptions among them
  std::optional<std::uint32_t> loop_iterations;  // of one loop since it was entered
  std::optional<std::uint32_t> edge_repetitions; // how often one edge may be taken

  bool any() const { return path_length || assume_edges || loop_iterations || edge_repetitions; }
};

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
