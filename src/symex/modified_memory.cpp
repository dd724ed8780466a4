// The regions that edges and their callees write (program/dataflow) are turned round: for each object, the byte ranges
// that lie in one of them.

#include "symex/modified_memory.h"

#include <algorithm>
#include <limits>

namespace tandem::symex {

namespace {

constexpr std::int64_t to_the_end = std::numeric_limits<std::int64_t>::max();

// Behind its last byte, with all repetitions.
std::int64_t end_of(const pointers::RegionMember& member) {
  std::uint64_t size = member.size;
  for (const pointers::Repetition& repetition : member.repetitions) {
    if (repetition.count == 0) return to_the_end;
    size += repetition.stride * (repetition.count - 1);
  }
  return member.offset + static_cast<std::int64_t>(size);
}

} // namespace

ChangedMemory::ChangedMemory(const pointers::AliasPartition& aliases, const dataflow::WrittenRegions::Set& regions)
    : aliases_(aliases), ranges_(aliases.objects().size()) {
  for (const pointers::Region& region : aliases.regions()) {
    if (!regions[region.id]) continue;
    for (const pointers::RegionMember& member : region.members)
      ranges_[member.object].push_back({member.offset, end_of(member)});
  }
}

bool ChangedMemory::overlaps(pointers::ObjectId object, std::uint64_t offset, std::uint64_t bytes) const {
  const auto begin = static_cast<std::int64_t>(offset), end = static_cast<std::int64_t>(offset + bytes);
  return std::ranges::any_of(ranges_[object],
                             [&](const Range& range) { return range.begin < end && begin < range.end; });
}

bool ChangedMemory::may_contain(const semantics::symbolic::SymbolicObject& object, std::uint64_t offset,
                                std::uint64_t bytes) const {
  if (object.variable != nullptr) return overlaps(aliases_.object(*object.variable).id, offset, bytes);
  if (object.allocation == nullptr) return true;
  const auto blocks = aliases_.allocated_by(*object.allocation);
  return blocks.empty() ||
         std::ranges::any_of(blocks, [&](pointers::ObjectId id) { return overlaps(id, offset, bytes); });
}

ModifiedMemory::ModifiedMemory(const Program& program, const pointers::AliasPartition& aliases)
    : aliases_(aliases), calls_(program, aliases), written_(program, aliases, calls_) {}

const ChangedMemory* ModifiedMemory::keep(std::optional<Regions> regions, std::optional<ChangedMemory>& slot) const {
  if (regions) slot.emplace(aliases_, *regions);
  return slot ? &*slot : nullptr;
}

const ChangedMemory* ModifiedMemory::in_loop(const graph::WeakOrder& order, std::int32_t component) {
  const graph::LoopComponent& loop = order.components()[static_cast<std::size_t>(component)];
  const auto [known, is_new] = loops_.try_emplace(loop.head);
  if (!is_new) return known->second ? &*known->second : nullptr;
  std::optional<Regions> regions = written_.none();
  for (std::uint32_t position = loop.first; regions && position <= loop.last; ++position)
    for (const Edge* edge : order.order()[position]->out)
      if (regions && !written_.add(*edge, *regions)) regions.reset();
  return keep(std::move(regions), known->second);
}

const ChangedMemory* ModifiedMemory::by_call(const Function& function) {
  const auto [known, is_new] = functions_.try_emplace(&function);
  if (!is_new) return known->second ? &*known->second : nullptr;
  std::optional<Regions> regions = written_.none();
  if (!written_.add(function, *regions)) regions.reset();
  return keep(std::move(regions), known->second);
}

} // namespace tandem::symex
