// Which blocks of a single-assignment program come before which.
#pragma once

#include "vcgen/single_assignment.h"

#include <vector>

namespace tandem::vcgen {

class BlockGraph {
public:
  explicit BlockGraph(const SingleAssignment& program);

  // The last block that every path to this one passes; the entry's is itself.
  BlockId dominator(BlockId block) const { return dominators_[block]; }
  // The blocks on paths from the dominator to the block, both left out, in topological order.
  const std::vector<BlockId>& between(BlockId block) const { return between_[block]; }
  const std::vector<std::vector<std::pair<BlockId, Term>>>& successors() const { return successors_; }

private:
  BlockId common(BlockId a, BlockId b) const;

  std::vector<BlockId> dominators_;
  std::vector<std::vector<BlockId>> between_;
  std::vector<std::vector<std::pair<BlockId, Term>>> successors_;
};

} // namespace tandem::vcgen
