#include "program/dataflow/written_regions.h"

#include "program/dataflow/writes.h"

#include <algorithm>

namespace tandem::dataflow {

WrittenRegions::WrittenRegions(const Program& program, const pointers::AliasPartition& aliases,
                               const pointers::CallGraph& calls)
    : aliases_(aliases), calls_(calls), by_function_(written_by_functions(program, aliases, calls)),
      writes_anything_(program.functions().size(), false) {
  Set ignored = none();
  for (const Edge* edge : program.edges())
    if (!add_own(*edge, ignored)) writes_anything_[edge->function().id()] = true;
  // Callees come first, so that only recursion needs further passes.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function* function : calls.bottom_up())
      for (const Edge* call : calls.calls_in(*function))
        for (const Function* callee : calls.callees(*call))
          if (writes_anything_[callee->id()] && !writes_anything_[function->id()])
            writes_anything_[function->id()] = changed = true;
  }
}

bool WrittenRegions::add_own(const Edge& edge, Set& regions) const {
  const std::vector<pointers::RegionId> own = written_by(aliases_, edge);
  // An lvalue without a memory region that is based on a variable is never read.
  if (edge.op.lvalue != nullptr && own.empty() && root_variable(*edge.op.lvalue) == nullptr) return false;
  if (edge.op.kind == OpKind::Call && aliases_.leaves_out_callees(edge)) return false;
  for (const pointers::RegionId region : own) regions[region] = true;
  return true;
}

bool WrittenRegions::add(const Edge& edge, Set& regions) const {
  return add_own(edge, regions) &&
         std::ranges::all_of(calls_.callees(edge), [&](const Function* callee) { return add(*callee, regions); });
}

bool WrittenRegions::add(const Function& function, Set& regions) const {
  for (const pointers::RegionId region : by_function_[function.id()]) regions[region] = true;
  return !writes_anything_[function.id()];
}

} // namespace tandem::dataflow
