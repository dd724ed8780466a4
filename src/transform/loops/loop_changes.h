// What the iterations of a loop may modify, as a list of lvalues to havoc. There is no list where the loop may modify
// heap memory, variables of other activations, or pointers (a havocked pointer is supported by no verifier); nor where
// it allocates or frees in a program that asks about its memory.
#pragma once

#include "program/dataflow/written_regions.h"
#include "program/graph/loops.h"
#include "program/pointers/call_graph.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace tandem::transform::loops {

class LoopChanges {
public:
  LoopChanges(const Program& program, const pointers::AliasPartition& aliases, const pointers::CallGraph& calls);

  // Scalars, unions and larger arrays, ordered by variable.
  std::optional<std::vector<const Expr*>> of(const graph::Loop& loop) const;

private:
  using Regions = dataflow::WrittenRegions::Set;

  bool changes_blocks(const Edge& edge) const;
  std::optional<std::vector<const Variable*>> variables(const Function& function, const Regions& written) const;
  bool may_be_on_stack(const Function& owner, const Function& running) const;
  bool add_lvalues(const Expr& lvalue, const Regions& written, std::vector<const Expr*>& lvalues) const;
  bool is_any_written(const Expr& lvalue, const Regions& written) const;
  bool may_lead_somewhere(const Expr& lvalue) const;
  void find_changes_of_blocks();

  const Program& program_;
  const pointers::AliasPartition& aliases_;
  const pointers::CallGraph& calls_;
  dataflow::WrittenRegions written_;
  std::vector<bool> changes_blocks_; // by function id: calls may allocate or free, and the program asks about that
  // The owner in this program; Variable::owner may be a function of the program that it was derived from.
  std::unordered_map<const Variable*, const Function*> owners_;
};

} // namespace tandem::transform::loops
