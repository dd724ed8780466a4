// Precedence among the blocks of a single-assignment program: dominators, successors, the blocks in between.
#pragma once

#include "symex/single_assignment.h"

#include <vector>

namespace tandem::vcgen {

class BlockGraph {
public:
  explicit BlockGraph(const symex::SingleAssignment& program);

  // The immediate dominator; that of the entry is the entry itself.
  symex::BlockId dominator(symex::BlockId block) const { return dominators_[block]; }
  // The blocks on paths from the dominator to the block, both excluded, in topological order.
  const std::vector<symex::BlockId>& between(symex::BlockId block) const { return between_[block]; }
  const std::vector<std::vector<std::pair<symex::BlockId, smt::Term>>>& successors() const { return successors_; }

private:
  symex::BlockId common(symex::BlockId a, symex::BlockId b) const;

  std::vector<symex::BlockId> dominators_;
  std::vector<std::vector<symex::BlockId>> between_;
  std::vector<std::vector<std::pair<symex::BlockId, smt::Term>>> successors_;
};

} // namespace tandem::vcgen
