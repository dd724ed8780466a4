#include "testing/suite/set_cover.h"

#include <gtest/gtest.h>

#include <set>

namespace tandem::testing::suite {
namespace {

using Sets = std::vector<std::vector<std::uint32_t>>;

bool covers(const Sets& sets, std::uint64_t choice) {
  std::set<std::uint32_t> all, chosen;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    all.insert(sets[i].begin(), sets[i].end());
    if (choice >> i & 1) chosen.insert(sets[i].begin(), sets[i].end());
  }
  return all == chosen;
}

TEST(SetCover, GreedyWouldTakeThree) {
  const SetCover cover = cover_all({{1, 2, 3, 4}, {1, 2, 5}, {3, 4, 6}});
  EXPECT_EQ(cover.chosen, (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(cover.is_minimum);
}

TEST(SetCover, NothingNeedsNothing) {
  EXPECT_TRUE(cover_all({}).chosen.empty());
  EXPECT_TRUE(cover_all({{}, {}}).chosen.empty());
}

TEST(SetCover, EqualSetsAreTakenOnce) { EXPECT_EQ(cover_all({{1, 2}, {1, 2}}).chosen.size(), 1u); }

TEST(SetCover, IsAsSmallAsExhaustiveSearchFinds) {
  std::uint64_t random = 7;
  const auto next = [&] { return random = random * 6364136223846793005u + 1442695040888963407u, random >> 33; };
  for (int round = 0; round < 200; ++round) {
    Sets sets(2 + next() % 9);
    for (auto& set : sets)
      for (std::uint32_t element = 0; element < 10; ++element)
        if (next() % 3 == 0) set.push_back(element);
    int fewest = 99;
    for (std::uint64_t choice = 0; choice < std::uint64_t{1} << sets.size(); ++choice)
      if (covers(sets, choice)) fewest = std::min(fewest, __builtin_popcountll(choice));
    const SetCover cover = cover_all(sets);
    std::uint64_t chosen = 0;
    for (const std::size_t i : cover.chosen) chosen |= std::uint64_t{1} << i;
    EXPECT_TRUE(covers(sets, chosen)) << "round " << round;
    EXPECT_EQ(static_cast<int>(cover.chosen.size()), fewest) << "round " << round;
  }
}

} // namespace
} // namespace tandem::testing::suite
