// What a loop or a call may modify, and what k-induction therefore havocs: the variables assigned by its edges and by
// the functions it calls.
#pragma once

#include "program/graph/weak_order.h"

#include <map>
#include <set>
#include <vector>

namespace tandem::symex {

enum class MemoryEffect : std::uint8_t {
  None,
  Anything, // there is a write through a pointer
};

enum class BlocksEffect : std::uint8_t {
  None,
  Change, // blocks may be allocated or freed
};

struct Modified {
  // By id; locals of the function the loop is in, and globals. An array or record counts as a whole.
  std::map<std::uint32_t, const Variable*> variables;
  std::set<const Variable*> declared; // among them, those that a declaration renews
  MemoryEffect memory = MemoryEffect::None;
  BlocksEffect blocks = BlocksEffect::None;
  std::set<const Variable*> ends_scope; // locals of the function the loop is in
};

class ModifiedVariables {
public:
  explicit ModifiedVariables(const Program& program);

  const Modified& in_loop(const graph::WeakOrder& order, std::int32_t component);
  const Modified& by_call(const Function& function);

private:
  void add_edge(const Edge& edge, Modified& to, std::set<const Function*>& calls) const;
  void add_calls(std::set<const Function*> calls, Modified& to) const;

  std::vector<const Function*> with_address_; // possible callees of calls through pointers
  std::map<const Location*, Modified> loops_; // by head
  std::map<const Function*, Modified> calls_;
};

} // namespace tandem::symex
