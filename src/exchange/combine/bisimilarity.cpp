// Partition refinement by signatures (colour, and the set of letters with the classes they lead to). Nodes that reach
// no cycle are numbered bottom-up: equal signatures give equal numbers, which are final. The remaining nodes start in
// one block for each colour and are split by their signatures until nothing changes. A node is reconsidered only when a
// successor moved to a new block, and the largest part of a split block keeps its number, so that each node is
// renumbered at most log n times: the idea of Hopcroft and of Paige and Tarjan (SIAM J. Comput. 1987), with signatures
// as in the algorithm of Blom and Orzan.

#include "exchange/combine/bisimilarity.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

namespace tandem::exchange::combine {

namespace {

using Arc = LabelledGraph::Arc;

// Signatures, stored in one array; equal ones get equal numbers.
class SignatureTable {
public:
  // The arcs of the node, with targets replaced by classes; `first` distinguishes further.
  void begin(std::uint32_t first) {
    scratch_.clear();
    scratch_.push_back(first);
  }
  void add(std::uint32_t letter, std::uint32_t of_class) { pairs_.push_back(std::uint64_t{letter} << 32 | of_class); }

  // The number of the signature; `wanted` if it is new.
  std::uint32_t number(std::uint32_t wanted) {
    std::ranges::sort(pairs_);
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    scratch_.insert(scratch_.end(), pairs_.begin(), pairs_.end());
    pairs_.clear();
    std::uint64_t hash = scratch_.size();
    for (const std::uint64_t word : scratch_) hash = (hash ^ word ^ (hash >> 29)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
    std::size_t at = hash & (slots_.size() - 1);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
      const std::uint32_t id = slots_[at] - 1;
      if (hashes_[id] == hash && std::ranges::equal(signature(id), scratch_)) return numbers_[id];
    }
    numbers_.push_back(wanted);
    hashes_.push_back(hash);
    words_.insert(words_.end(), scratch_.begin(), scratch_.end());
    ends_.push_back(words_.size());
    slots_[at] = static_cast<std::uint32_t>(numbers_.size());
    if (2 * numbers_.size() > slots_.size()) resize(2 * slots_.size());
    return wanted;
  }

  // Takes time proportional to what was added since the last time.
  void clear() {
    const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(64, 2 * numbers_.size()));
    words_.clear();
    ends_.clear();
    numbers_.clear();
    hashes_.clear();
    resize(std::min(wanted, slots_.size()));
  }

private:
  void resize(std::size_t size) {
    slots_.assign(size, 0);
    for (std::uint32_t id = 0; id < hashes_.size(); ++id) {
      std::size_t at = hashes_[id] & (size - 1);
      while (slots_[at] != 0) at = (at + 1) & (size - 1);
      slots_[at] = id + 1;
    }
  }

  std::span<const std::uint64_t> signature(std::uint32_t id) const {
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return std::span(words_).subspan(begin, ends_[id] - begin);
  }

  std::vector<std::uint64_t> scratch_, pairs_, words_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64); // number + 1; open addressing, a power of two
};

class Refinement {
public:
  explicit Refinement(const LabelledGraph& graph)
      : graph_(graph), size_(static_cast<std::uint32_t>(graph.colours.size())), block_of_(size_) {
    collect_sources();
  }

  std::vector<std::uint32_t> run() {
    number_bottom_up();
    make_blocks();
    while (!waiting_.empty()) {
      const std::uint32_t block = waiting_.back();
      waiting_.pop_back();
      split(block);
    }
    return dense();
  }

private:
  struct Block {
    std::uint32_t begin = 0, end = 0; // in nodes_
    std::uint32_t dirty = 0;          // how many of its first nodes are to be reconsidered
  };

  std::span<const Arc> arcs(std::uint32_t node) const {
    return std::span(graph_.arcs).subspan(graph_.first_arc[node], graph_.first_arc[node + 1] - graph_.first_arc[node]);
  }
  std::span<const std::uint32_t> sources(std::uint32_t node) const {
    return std::span(sources_).subspan(first_source_[node], first_source_[node + 1] - first_source_[node]);
  }

  void collect_sources() {
    first_source_.assign(size_ + 1, 0);
    sources_.resize(graph_.arcs.size());
    for (const Arc& arc : graph_.arcs) ++first_source_[arc.target + 1];
    for (std::uint32_t node = 0; node < size_; ++node) first_source_[node + 1] += first_source_[node];
    std::vector<std::uint32_t> next(first_source_.begin(), first_source_.end() - 1);
    for (std::uint32_t node = 0; node < size_; ++node)
      for (const Arc& arc : arcs(node)) sources_[next[arc.target]++] = node;
  }

  std::uint32_t signature(std::uint32_t node, std::uint32_t first, std::uint32_t wanted) {
    table_.begin(first);
    for (const Arc& arc : arcs(node)) table_.add(arc.letter, block_of_[arc.target]);
    return table_.number(wanted);
  }

  void number_bottom_up() {
    std::vector<std::uint32_t> open(size_), ready;
    for (std::uint32_t node = size_; node-- > 0;) {
      open[node] = static_cast<std::uint32_t>(arcs(node).size());
      if (open[node] == 0) ready.push_back(node);
    }
    is_stable_.assign(size_, false);
    while (!ready.empty()) {
      const std::uint32_t node = ready.back();
      ready.pop_back();
      is_stable_[node] = true;
      block_of_[node] = signature(node, graph_.colours[node], class_count_);
      if (block_of_[node] == class_count_) ++class_count_;
      for (const std::uint32_t source : sources(node))
        if (--open[source] == 0) ready.push_back(source);
    }
    table_.clear();
  }

  // Blocks are numbered after the final classes.
  void make_blocks() {
    for (std::uint32_t node = 0; node < size_; ++node)
      if (!is_stable_[node]) nodes_.push_back(node);
    std::ranges::sort(nodes_, {}, [&](std::uint32_t node) { return std::pair(graph_.colours[node], node); });
    position_.resize(size_);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      position_[nodes_[i]] = i;
      if (i == 0 || graph_.colours[nodes_[i]] != graph_.colours[nodes_[i - 1]]) blocks_.push_back({i, i, 0});
      Block& block = blocks_.back();
      ++block.end;
      ++block.dirty;
      block_of_[nodes_[i]] = class_count_ + static_cast<std::uint32_t>(blocks_.size() - 1);
    }
    for (std::uint32_t block = static_cast<std::uint32_t>(blocks_.size()); block-- > 0;) waiting_.push_back(block);
  }

  void split(std::uint32_t id) {
    const Block block = blocks_[id];
    blocks_[id].dirty = 0;
    group_dirty(block);
    // The parts of the block, in order; the last one has the nodes that were not reconsidered.
    std::vector<Block> parts;
    const std::uint32_t dirty_end = block.begin + block.dirty;
    for (std::uint32_t begin = block.begin, end = begin; begin < dirty_end; begin = end) {
      const std::uint32_t group = groups_[begin - block.begin];
      while (end < dirty_end && groups_[end - block.begin] == group) ++end;
      if (group == clean_group_) end = block.end;
      parts.push_back({begin, end, 0});
    }
    if (parts.back().end != block.end) parts.push_back({dirty_end, block.end, 0});
    if (parts.size() == 1) return;
    const auto largest = std::ranges::max_element(parts, {}, [](const Block& part) { return part.end - part.begin; });
    blocks_[id] = *largest;
    parts.erase(largest);
    for (const Block& part : parts) {
      const std::uint32_t number = class_count_ + static_cast<std::uint32_t>(blocks_.size());
      blocks_.push_back(part);
      for (std::uint32_t i = part.begin; i < part.end; ++i) block_of_[nodes_[i]] = number;
    }
    for (const Block& part : parts) {
      const std::vector<std::uint32_t> moved(nodes_.begin() + part.begin, nodes_.begin() + part.end);
      for (const std::uint32_t node : moved)
        for (const std::uint32_t source : sources(node)) mark(source);
    }
  }

  // Orders the dirty nodes of a block by their signatures, those that are like the clean ones last, beside them.
  void group_dirty(const Block& block) {
    table_.clear();
    clean_group_ = UINT32_MAX;
    std::uint32_t next_group = 0;
    if (block.dirty < block.end - block.begin) {
      clean_group_ = UINT32_MAX - 1;
      signature(nodes_[block.begin + block.dirty], 0, clean_group_);
    }
    order_.clear();
    for (std::uint32_t i = block.begin; i < block.begin + block.dirty; ++i) {
      const std::uint32_t group = signature(nodes_[i], 0, next_group);
      if (group == next_group) ++next_group;
      order_.push_back({group, nodes_[i]});
    }
    std::ranges::sort(order_);
    groups_.clear();
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      groups_.push_back(order_[i].first);
      nodes_[block.begin + i] = order_[i].second;
      position_[order_[i].second] = block.begin + i;
    }
  }

  void mark(std::uint32_t node) {
    if (is_stable_[node]) return;
    const std::uint32_t id = block_of_[node] - class_count_;
    Block& block = blocks_[id];
    const std::uint32_t at = position_[node], to = block.begin + block.dirty;
    if (at < to) return;
    std::swap(nodes_[at], nodes_[to]);
    position_[nodes_[at]] = at;
    position_[nodes_[to]] = to;
    if (block.dirty++ == 0) waiting_.push_back(id);
  }

  std::vector<std::uint32_t> dense() const {
    std::vector<std::uint32_t> numbers(class_count_ + blocks_.size(), UINT32_MAX), result(size_);
    std::uint32_t next = 0;
    for (std::uint32_t node = 0; node < size_; ++node) {
      std::uint32_t& number = numbers[block_of_[node]];
      if (number == UINT32_MAX) number = next++;
      result[node] = number;
    }
    return result;
  }

  const LabelledGraph& graph_;
  std::uint32_t size_;
  std::vector<std::uint32_t> first_source_, sources_;
  std::vector<std::uint32_t> block_of_; // a final class, or class_count_ + a block
  std::vector<bool> is_stable_;
  std::uint32_t class_count_ = 0;
  std::vector<std::uint32_t> nodes_, position_; // block by block; and where each node is
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> waiting_; // blocks with dirty nodes
  SignatureTable table_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order_; // group and node
  std::vector<std::uint32_t> groups_;                          // of the dirty nodes, in their order
  std::uint32_t clean_group_ = 0;
};

} // namespace

std::vector<std::uint32_t> bisimilarity_classes(const LabelledGraph& graph) { return Refinement(graph).run(); }

} // namespace tandem::exchange::combine
