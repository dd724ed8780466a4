// Which blocks of a single-assignment program come before which.
#pragma once

#include "symex/single_assignment.h"

#include <vector>

namespace tandem::vcgen {

class BlockGraph {
public:
  explicit BlockGraph(const symex::SingleAssignment& program);

  // The last block that every path to this one passes; the entry's is itself.
  symex::BlockId dominator(symex::BlockId block) const { return dominators_[block]; }
  // The blocks on paths from the dominator to the block, both left out, in topological order.
  const std::vector<symex::BlockId>& between(symex::BlockId block) const { return between_[block]; }
  const std::vector<std::vector<std::pair<symex::BlockId, smt::Term>>>& successors() const { return successors_; }

private:
  symex::BlockId common(symex::BlockId a, symex::BlockId b) const;

  std::vector<symex::BlockId> dominators_;
  std::vector<std::vector<symex::BlockId>> between_;
  std::vector<std::vector<std::pair<symex::BlockId, smt::Term>>> successors_;
};

} // namespace tandem::vcgen
