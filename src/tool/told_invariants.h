// Invariants that a tool's program has as assumptions: those of the task's condition, and those that partners have told
// until the tool is started, as far as they are proved again. Where that is not done, a proof rests on who told them.
#pragma once

#include "exchange/gia/location_invariant.h"
#include "tool/tool_actor.h"

#include <string>
#include <vector>

namespace tandem::tool {

class ToldInvariants {
public:
  ToldInvariants(const task::Task& task, ProveInvariants prove);

  // Takes what was told since the last call. True: more can be assumed than before.
  bool listen(const task::Task& task, task::Monitor& monitor);
  const std::vector<exchange::LocationInvariant>& all() const { return all_; }
  bool has_some_of_condition() const { return of_condition_ > 0; }
  bool are_proved() const { return prove_ != nullptr; } // those that were told
  std::vector<std::string> partners() const;            // who told them; each once

private:
  bool take(const exchange::Fact& fact, const Program& program);

  ProveInvariants prove_;
  std::vector<exchange::LocationInvariant> all_; // those of the condition first
  std::size_t of_condition_ = 0;
  std::vector<exchange::LocationInvariant> told_;
  std::vector<std::string> sources_; // of those that were told
};

} // namespace tandem::tool
