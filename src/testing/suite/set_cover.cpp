// Branch and bound: the element in the fewest sets decides which of them is taken next; a lower bound is the number of
// open elements divided by the size of the largest set. The greedy solution is the first upper bound.

#include "testing/suite/set_cover.h"

#include <algorithm>
#include <bit>
#include <map>

namespace tandem::testing::suite {

namespace {

// A set of small numbers.
class Bits {
public:
  explicit Bits(std::size_t size) : words_((size + 63) / 64) {}

  void add(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << i % 64; }
  bool has(std::size_t i) const { return (words_[i / 64] >> i % 64 & 1) != 0; }
  std::size_t count() const {
    std::size_t result = 0;
    for (const std::uint64_t word : words_) result += static_cast<std::size_t>(std::popcount(word));
    return result;
  }
  std::size_t common(const Bits& other) const {
    std::size_t result = 0;
    for (std::size_t i = 0; i < words_.size(); ++i)
      result += static_cast<std::size_t>(std::popcount(words_[i] & other.words_[i]));
    return result;
  }
  void remove(const Bits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  }

private:
  std::vector<std::uint64_t> words_;
};

constexpr std::uint64_t most_work = 200'000'000; // words looked at

class Search {
public:
  Search(const std::vector<std::vector<std::uint32_t>>& sets, std::uint64_t most_nodes) : nodes_left_(most_nodes) {
    std::map<std::uint32_t, std::size_t> index;
    for (const auto& set : sets)
      for (const std::uint32_t element : set) index.try_emplace(element, index.size());
    holders_.resize(index.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
      Bits bits(index.size());
      for (const std::uint32_t element : sets[i]) bits.add(index.at(element));
      sets_.push_back(std::move(bits));
    }
    drop_dominated();
    const std::uint64_t cost = sets_.size() * ((index.size() + 63) / 64) + index.size() + 1; // of a node
    nodes_left_ = std::min(nodes_left_, most_work / cost + 1);
    for (std::size_t i = 0; i < sets_.size(); ++i)
      for (std::size_t e = 0; e < holders_.size(); ++e)
        if (is_kept_[i] && sets_[i].has(e)) holders_[e].push_back(i);
  }

  SetCover run() {
    Bits open(holders_.size());
    for (std::size_t e = 0; e < holders_.size(); ++e) open.add(e);
    best_ = greedy(open);
    std::vector<std::size_t> taken;
    search(open, holders_.size(), taken);
    std::ranges::sort(best_);
    return {best_, nodes_left_ > 0};
  }

private:
  void drop_dominated() {
    is_kept_.assign(sets_.size(), true);
    for (std::size_t i = 0; i < sets_.size(); ++i)
      for (std::size_t j = 0; j < sets_.size() && is_kept_[i]; ++j)
        if (i != j && is_kept_[j] && is_within(sets_[i], sets_[j]) && (j < i || !is_within(sets_[j], sets_[i])))
          is_kept_[i] = false;
  }

  static bool is_within(const Bits& a, const Bits& b) { return a.common(b) == a.count(); }

  std::size_t gain(std::size_t set, const Bits& open) const { return sets_[set].common(open); }

  std::vector<std::size_t> greedy(Bits open) const {
    std::vector<std::size_t> chosen;
    for (;;) {
      std::size_t best = 0, most = 0;
      for (std::size_t i = 0; i < sets_.size(); ++i)
        if (const std::size_t gained = is_kept_[i] ? gain(i, open) : 0; gained > most) best = i, most = gained;
      if (most == 0) return chosen;
      chosen.push_back(best);
      open.remove(sets_[best]);
    }
  }

  void search(const Bits& open, std::size_t left, std::vector<std::size_t>& taken) {
    if (nodes_left_ == 0 || --nodes_left_ == 0) return;
    if (left == 0) {
      if (taken.size() < best_.size()) best_ = taken;
      return;
    }
    std::size_t largest = 0;
    for (std::size_t i = 0; i < sets_.size(); ++i)
      if (is_kept_[i]) largest = std::max(largest, gain(i, open));
    if (largest == 0 || taken.size() + (left + largest - 1) / largest >= best_.size()) return;
    std::size_t rarest = holders_.size();
    for (std::size_t e = 0; e < holders_.size(); ++e)
      if (open.has(e) && (rarest == holders_.size() || holders_[e].size() < holders_[rarest].size())) rarest = e;
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (const std::size_t i : holders_[rarest]) order.emplace_back(gain(i, open), i);
    std::ranges::sort(order, [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [gained, i] : order) {
      Bits rest = open;
      rest.remove(sets_[i]);
      taken.push_back(i);
      search(rest, left - gained, taken);
      taken.pop_back();
    }
  }

  std::vector<Bits> sets_;
  std::vector<bool> is_kept_;
  std::vector<std::vector<std::size_t>> holders_; // by element
  std::uint64_t nodes_left_;
  std::vector<std::size_t> best_;
};

} // namespace

SetCover cover_all(const std::vector<std::vector<std::uint32_t>>& sets, std::uint64_t most_nodes) {
  return Search(sets, most_nodes).run();
}

} // namespace tandem::testing::suite
