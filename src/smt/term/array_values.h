// Array values for the evaluator: each version differs from another one at a single index, and the latest is kept as a
// hash table (Baker, "Shallow binding makes functional arrays fast", 1991). Following a chain of stores costs one step
// each, where copying would be quadratic.
#pragma once

#include "smt/term/bits.h"

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tandem::smt {

class ArrayValues {
public:
  using Version = std::uint32_t;

  Version constant(const Bits& element);
  Version store(Version array, const Bits& index, const Bits& element);
  Bits select(Version array, const Bits& index);
  // Index width 0 stands for an infinite domain.
  bool equal(Version a, Version b, std::uint32_t index_width);

  const Bits& otherwise(Version array) const { return families_[versions_[array].family].otherwise; }
  // What differs from otherwise(), by increasing index (Bits compared as unsigned, then by width).
  std::vector<std::pair<Bits, Bits>> entries(Version array);

private:
  using Table = std::unordered_map<Bits, Bits, BitsHash>;
  struct Family {
    Bits otherwise;
    Table table; // of the root
  };
  struct Node {
    std::uint32_t family;
    std::optional<Version> next; // none: the root
    Bits index;                  // where this version differs from the next,
    std::optional<Bits> element; // and how; none: as otherwise
  };

  Table& reroot(Version array);
  static std::optional<Bits> exchange(Table& table, const Bits& index, const std::optional<Bits>& element);

  std::vector<Family> families_;
  std::vector<Node> versions_;
};

} // namespace tandem::smt
