// Which memory a loop or a call may modify, as parts of the objects of the alias partition. ModifiedVariables knows
// only that there is a write through a pointer; with this, induction keeps what no such write reaches: the other
// members of a record, the blocks of other allocations.
#pragma once

#include "program/dataflow/written_regions.h"
#include "program/graph/weak_order.h"
#include "program/pointers/call_graph.h"
#include "semantics/symbolic/symbolic_memory.h"

#include <map>
#include <vector>

namespace tandem::symex {

// Bytes of objects. Objects of symbolic memory that the partition does not know count as changed.
class ChangedMemory {
public:
  ChangedMemory(const pointers::AliasPartition& aliases, const dataflow::WrittenRegions::Set& regions);

  bool may_contain(const semantics::symbolic::SymbolicObject& object, std::uint64_t offset, std::uint64_t bytes) const;

private:
  struct Range {
    std::int64_t begin = 0, end = 0;
  };

  bool overlaps(pointers::ObjectId object, std::uint64_t offset, std::uint64_t bytes) const;

  const pointers::AliasPartition& aliases_;
  std::vector<std::vector<Range>> ranges_; // by object id
};

class ModifiedMemory {
public:
  ModifiedMemory(const Program& program, const pointers::AliasPartition& aliases);

  // nullptr: anything.
  const ChangedMemory* in_loop(const graph::WeakOrder& order, std::int32_t component);
  const ChangedMemory* by_call(const Function& function);

private:
  using Regions = dataflow::WrittenRegions::Set;

  const ChangedMemory* keep(std::optional<Regions> regions, std::optional<ChangedMemory>& slot) const;

  const pointers::AliasPartition& aliases_;
  pointers::CallGraph calls_;
  dataflow::WrittenRegions written_;
  std::map<const Location*, std::optional<ChangedMemory>> loops_;
  std::map<const Function*, std::optional<ChangedMemory>> functions_;
};

} // namespace tandem::symex
