// The regions that edges and their callees write (program/dataflow) are turned round: for each object, the byte ranges
// that lie in one of them. What the partition cannot bound makes everything change: a write through a pointer to which
// it gives no region, and a call that may enter functions it leaves out.

#include "symex/modified_memory.h"

#include "program/dataflow/writes.h"

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

ChangedMemory::ChangedMemory(const pointers::AliasPartition& aliases, const std::vector<bool>& regions)
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
    : aliases_(aliases), calls_(program, aliases),
      by_function_(dataflow::written_by_functions(program, aliases, calls_)),
      writes_anything_(program.functions().size(), false) {
  for (const Edge* edge : program.edges()) {
    Regions ignored(aliases.regions().size(), false);
    if (!add_edge(*edge, ignored)) writes_anything_[edge->function().id()] = true;
  }
  // Callees come first, so that only recursion needs further passes.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function* function : calls_.bottom_up())
      for (const Edge* call : calls_.calls_in(*function))
        for (const Function* callee : calls_.callees(*call))
          if (writes_anything_[callee->id()] && !writes_anything_[function->id()])
            writes_anything_[function->id()] = changed = true;
  }
}

bool ModifiedMemory::add_edge(const Edge& edge, Regions& regions) const {
  const std::vector<pointers::RegionId> own = dataflow::written_by(aliases_, edge);
  // An lvalue without a memory region that is based on a variable is never read.
  if (edge.op.lvalue != nullptr && own.empty() && root_variable(*edge.op.lvalue) == nullptr) return false;
  if (edge.op.kind == OpKind::Call && aliases_.leaves_out_callees(edge)) return false;
  for (const pointers::RegionId region : own) regions[region] = true;
  return std::ranges::all_of(calls_.callees(edge),
                             [&](const Function* callee) { return add_function(*callee, regions); });
}

bool ModifiedMemory::add_function(const Function& function, Regions& regions) const {
  for (const pointers::RegionId region : by_function_[function.id()]) regions[region] = true;
  return !writes_anything_[function.id()];
}

const ChangedMemory* ModifiedMemory::keep(std::optional<Regions> regions, std::optional<ChangedMemory>& slot) const {
  if (regions) slot.emplace(aliases_, *regions);
  return slot ? &*slot : nullptr;
}

const ChangedMemory* ModifiedMemory::in_loop(const graph::WeakOrder& order, std::int32_t component) {
  const graph::LoopComponent& loop = order.components()[static_cast<std::size_t>(component)];
  const auto [known, is_new] = loops_.try_emplace(loop.head);
  if (!is_new) return known->second ? &*known->second : nullptr;
  std::optional<Regions> regions(std::in_place, aliases_.regions().size(), false);
  for (std::uint32_t position = loop.first; regions && position <= loop.last; ++position)
    for (const Edge* edge : order.order()[position]->out)
      if (regions && !add_edge(*edge, *regions)) regions.reset();
  return keep(std::move(regions), known->second);
}

const ChangedMemory* ModifiedMemory::by_call(const Function& function) {
  const auto [known, is_new] = functions_.try_emplace(&function);
  if (!is_new) return known->second ? &*known->second : nullptr;
  std::optional<Regions> regions(std::in_place, aliases_.regions().size(), false);
  if (!add_function(function, *regions)) regions.reset();
  return keep(std::move(regions), known->second);
}

} // namespace tandem::symex
