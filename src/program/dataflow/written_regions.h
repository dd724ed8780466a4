// What edges may write together with everything they call, as a set of memory regions. There is no such set where the
// alias partition cannot bound the writes: through a pointer to which it gives no region, and by a call that may enter
// functions it leaves out.
#pragma once

#include "program/pointers/alias.h"
#include "program/pointers/call_graph.h"

#include <vector>

namespace tandem::dataflow {

class WrittenRegions {
public:
  using Set = std::vector<bool>; // by region id

  WrittenRegions(const Program& program, const pointers::AliasPartition& aliases, const pointers::CallGraph& calls);

  Set none() const { return Set(aliases_.regions().size(), false); }
  // Adds what the edge, or a call of the function, may write; false if that may be anything.
  [[nodiscard]] bool add(const Edge& edge, Set& regions) const;
  [[nodiscard]] bool add(const Function& function, Set& regions) const;

private:
  bool add_own(const Edge& edge, Set& regions) const;

  const pointers::AliasPartition& aliases_;
  const pointers::CallGraph& calls_;
  std::vector<std::vector<pointers::RegionId>> by_function_; // by id
  std::vector<bool> writes_anything_;                        // by function id
};

} // namespace tandem::dataflow
