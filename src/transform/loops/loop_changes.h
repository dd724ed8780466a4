// What the rounds of a loop may change, as places that can be given any value before it. Where that cannot be said
// (memory without a name, pointers, of which no verifier knows where any value would lead), there is no list.
#pragma once

#include "program/dataflow/writes.h"
#include "program/graph/loops.h"
#include "program/pointers/call_graph.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace tandem::transform::loops {

class LoopChanges {
public:
  LoopChanges(const Program& program, const pointers::AliasPartition& aliases, const pointers::CallGraph& calls);

  // Scalars, records that overlay their fields, and larger arrays; in the order of variables.
  std::optional<std::vector<const Expr*>> of(const graph::Loop& loop) const;

private:
  // By region id.
  using Regions = std::vector<bool>;

  bool add_written(const Edge& edge, Regions& written) const;
  std::optional<std::vector<const Variable*>> variables(const Function& function, const Regions& written) const;
  bool may_be_on_stack(const Function& owner, const Function& running) const;
  bool add_lvalues(const Expr& lvalue, const Regions& written, std::vector<const Expr*>& lvalues) const;
  bool is_any_written(const Expr& lvalue, const Regions& written) const;
  bool may_lead_somewhere(const Expr& lvalue) const;

  const Program& program_;
  const pointers::AliasPartition& aliases_;
  const pointers::CallGraph& calls_;
  std::vector<std::vector<pointers::RegionId>> by_function_; // what calls of it write to
  // In this program; Variable::owner is the function of the program that the variable was made for.
  std::unordered_map<const Variable*, const Function*> owners_;
};

} // namespace tandem::transform::loops
