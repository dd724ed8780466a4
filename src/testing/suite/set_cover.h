// The fewest sets that together contain every element: exact where the search space is small, otherwise greedy.
#pragma once

#include <cstdint>
#include <vector>

namespace tandem::testing::suite {

struct SetCover {
  std::vector<std::size_t> chosen; // ascending
  bool is_minimum = false;         // no smaller choice exists
};

// Elements that are in no set are ignored.
SetCover cover_all(const std::vector<std::vector<std::uint32_t>>& sets, std::uint64_t most_nodes = 200'000);

} // namespace tandem::testing::suite
