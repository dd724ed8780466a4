#include "base/core/persistent_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tandem {
namespace {

using Map = PersistentMap<int>;
using Reference = std::map<std::uint64_t, int>;

Reference contents(const Map& map) {
  Reference result;
  std::uint64_t last = 0;
  map.for_each([&](std::uint64_t key, int value) {
    EXPECT_TRUE(result.empty() || key > last);
    last = key;
    result[key] = value;
  });
  return result;
}

// Keys that share long prefixes, sit at the ends of the range, or are anywhere.
std::uint64_t random_key(std::mt19937_64& random) {
  switch (random() % 4) {
  case 0: return random() % 20;
  case 1: return ~std::uint64_t{0} - random() % 20;
  case 2: return (std::uint64_t{7} << 32) + random() % 20;
  }
  return random();
}

TEST(PersistentMap, BehavesLikeAMapAndKeepsOldVersions) {
  std::mt19937_64 random(1);
  Map map;
  Reference reference;
  std::vector<std::pair<Map, Reference>> versions;
  for (int step = 0; step < 2000; ++step) {
    const std::uint64_t key = random_key(random);
    if (random() % 4 == 0) {
      map.erase(key);
      reference.erase(key);
    } else {
      map.set(key, step);
      reference[key] = step;
    }
    const int* found = map.find(key);
    ASSERT_EQ(found != nullptr, reference.contains(key));
    if (found != nullptr) ASSERT_EQ(*found, reference[key]);
    if (step % 100 == 0) versions.emplace_back(map, reference);
  }
  EXPECT_EQ(contents(map), reference);
  for (const auto& [version, expected] : versions) EXPECT_EQ(contents(version), expected);
}

TEST(PersistentMap, RangesVisitExactlyTheKeysBetween) {
  Map map;
  for (std::uint64_t key : {3u, 5u, 8u, 9u, 200u}) map.set(key, static_cast<int>(key));
  std::vector<std::uint64_t> seen;
  map.for_each_between(5, 9, [&](std::uint64_t key, int) { seen.push_back(key); });
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{5, 8, 9}));
}

TEST(PersistentMap, MergeJoinsWhatDiffersAndSkipsWhatIsShared) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 200; ++trial) {
    Map base;
    for (int i = 0; i < 30; ++i) base.set(random_key(random), i);
    Map a = base, b = base;
    for (int i = 0; i < 10; ++i) {
      a.set(random_key(random), 100 + i);
      b.set(random_key(random), 200 + i);
      if (i % 3 == 0) a.erase(random_key(random));
    }
    const Reference left = contents(a), right = contents(b);
    const auto value = [](const Reference& map, std::uint64_t key) { return map.contains(key) ? map.at(key) : 0; };
    const Map merged = Map::merge(a, b, [](std::uint64_t, const int* x, const int* y) -> std::optional<int> {
      return 1000 * (x == nullptr ? 0 : *x) + (y == nullptr ? 0 : *y);
    });
    Reference keys = left;
    keys.insert(right.begin(), right.end());
    const Reference result = contents(merged);
    EXPECT_EQ(result.size(), keys.size());
    for (const auto& [key, unused] : keys) {
      const int x = value(left, key), y = value(right, key);
      // Shared entries are kept as they are, so an equal value may appear unjoined.
      EXPECT_TRUE(result.at(key) == 1000 * x + y || (x == y && result.at(key) == x)) << key;
    }
  }
}

TEST(PersistentMap, MergingAVersionWithItselfCallsNothing) {
  Map a;
  for (std::uint64_t key = 0; key < 1000; ++key) a.set(key, 1);
  Map b = a;
  b.set(17, 2);
  int calls = 0;
  Map::merge(a, b, [&](std::uint64_t, const int*, const int* y) {
    ++calls;
    return std::optional<int>(*y);
  });
  EXPECT_EQ(calls, 1);
}

TEST(PersistentMap, JoinMayLeaveEntriesOut) {
  Map a, b;
  a.set(1, 1);
  b.set(2, 2);
  const Map merged = Map::merge(
      a, b, [](std::uint64_t, const int* x, const int*) { return x == nullptr ? std::optional<int>() : *x; });
  EXPECT_EQ(contents(merged), (Reference{{1, 1}}));
}

} // namespace
} // namespace tandem
