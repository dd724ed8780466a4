// Every access first makes its version the root of its family, reversing the path to the old root, so that consecutive
// accesses to one version cost a hash lookup each.

#include "smt/term/array_values.h"

#include <algorithm>

namespace tandem::smt {

ArrayValues::Version ArrayValues::constant(const Bits& element) {
  families_.push_back({element, {}});
  versions_.push_back({static_cast<std::uint32_t>(families_.size() - 1), {}, {}, {}});
  return static_cast<Version>(versions_.size() - 1);
}

std::optional<Bits> ArrayValues::exchange(Table& table, const Bits& index, const std::optional<Bits>& element) {
  std::optional<Bits> old;
  if (const auto found = table.find(index); found != table.end()) old = found->second;
  if (element)
    table.insert_or_assign(index, *element);
  else
    table.erase(index);
  return old;
}

ArrayValues::Table& ArrayValues::reroot(Version array) {
  std::vector<Version> path{array};
  while (versions_[path.back()].next) path.push_back(*versions_[path.back()].next);
  Table& table = families_[versions_[array].family].table;
  for (std::size_t i = path.size(); i-- > 1;) {
    Node& root = versions_[path[i]];
    Node& next = versions_[path[i - 1]];
    root.index = next.index;
    root.element = exchange(table, next.index, next.element);
    root.next = path[i - 1];
    next.next.reset();
  }
  return table;
}

ArrayValues::Version ArrayValues::store(Version array, const Bits& index, const Bits& element) {
  Table& table = reroot(array);
  const auto made = static_cast<Version>(versions_.size());
  versions_.push_back({versions_[array].family, {}, {}, {}});
  Node& old = versions_[array];
  old.index = index;
  old.element = exchange(table, index, element);
  old.next = made;
  return made;
}

Bits ArrayValues::select(Version array, const Bits& index) {
  const Table& table = reroot(array);
  const auto found = table.find(index);
  return found == table.end() ? otherwise(array) : found->second;
}

bool ArrayValues::equal(Version a, Version b, std::uint32_t index_width) {
  if (a == b) return true;
  const auto of_a = entries(a);
  const auto of_b = entries(b);
  if (otherwise(a) == otherwise(b)) return of_a == of_b;
  // The defaults differ, so the arrays are equal only if the entries cover the whole index domain.
  if (index_width == 0 || index_width > 24) return false;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << index_width; ++i)
    if (select(a, Bits(index_width, i)) != select(b, Bits(index_width, i))) return false;
  return true;
}

std::vector<std::pair<Bits, Bits>> ArrayValues::entries(Version array) {
  const Table& table = reroot(array);
  std::vector<std::pair<Bits, Bits>> result;
  for (const auto& [index, element] : table)
    if (element != otherwise(array)) result.emplace_back(index, element);
  std::ranges::sort(result, [](const auto& x, const auto& y) {
    const std::uint32_t width = std::max(x.first.width(), y.first.width());
    return x.first.width() != y.first.width() ? x.first.width() < y.first.width()
                                              : ult(resize(x.first, width), resize(y.first, width));
  });
  return result;
}

} // namespace tandem::smt
