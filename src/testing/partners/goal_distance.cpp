// A fixpoint of relaxations over the edges in reverse order of their ids, which follow the control flow, so that few
// passes suffice. A run that leaves a function goes on in its caller: that counts as far, but not as hopeless.

#include "testing/partners/goal_distance.h"

#include <algorithm>

namespace tandem::testing::partners {

namespace {

constexpr std::uint32_t through_the_caller = 1'000;

} // namespace

GoalDistance::GoalDistance(const Program& program, const goals::GoalTable& table)
    : by_edge_(program.edges().size(), far) {
  std::vector<std::uint32_t> at(program.locations().size(), far);
  for (const Function* function : program.functions())
    if (function->has_body() && function != &program.entry()) at[function->exit().id] = through_the_caller;
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t i = program.edges().size(); i > 0; --i) {
      const Edge& edge = *program.edges()[i - 1];
      std::uint32_t distance = at[edge.to->id];
      if (edge.op.kind == OpKind::Call && edge.op.callee != nullptr && edge.op.callee->has_body())
        distance = std::min(distance, at[edge.op.callee->entry().id]);
      distance = std::min(distance + 1, far);
      if (std::ranges::any_of(table.at(edge), [&](goals::GoalId id) { return table.is_open(id); })) distance = 0;
      if (distance >= by_edge_[edge.id]) continue;
      by_edge_[edge.id] = distance;
      changes = true;
      at[edge.from->id] = std::min(at[edge.from->id], distance);
    }
  }
}

} // namespace tandem::testing::partners
