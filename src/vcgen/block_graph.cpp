// Immediate dominators by intersection along the dominator tree (Cooper, Harvey, Kennedy, 2001). Blocks are numbered in
// topological order, so that one pass suffices and the dominator of a block has a smaller number. The blocks in between
// are found by a backward search from each block, which is quadratic in the worst case.

#include "vcgen/block_graph.h"

#include <algorithm>

namespace tandem::vcgen {

BlockGraph::BlockGraph(const symex::SingleAssignment& program) {
  const auto& blocks = program.blocks();
  dominators_.resize(blocks.size(), 0);
  between_.resize(blocks.size());
  successors_.resize(blocks.size());
  std::vector<symex::BlockId> seen_for(blocks.size(), 0);
  for (symex::BlockId block = 1; block < blocks.size(); ++block) {
    symex::BlockId dominator = blocks[block].in.front().from;
    for (const symex::Arc& arc : blocks[block].in) {
      dominator = common(dominator, arc.from);
      successors_[arc.from].emplace_back(block, arc.condition);
    }
    dominators_[block] = dominator;
    std::vector<symex::BlockId> work;
    const auto visit = [&](symex::BlockId at) {
      if (at == dominator || seen_for[at] == block) return;
      seen_for[at] = block;
      work.push_back(at);
      between_[block].push_back(at);
    };
    for (const symex::Arc& arc : blocks[block].in) visit(arc.from);
    while (!work.empty()) {
      const symex::BlockId at = work.back();
      work.pop_back();
      for (const symex::Arc& arc : blocks[at].in) visit(arc.from);
    }
    std::sort(between_[block].begin(), between_[block].end());
  }
}

symex::BlockId BlockGraph::common(symex::BlockId a, symex::BlockId b) const {
  while (a != b) {
    if (a > b)
      a = dominators_[a];
    else
      b = dominators_[b];
  }
  return a;
}

} // namespace tandem::vcgen
