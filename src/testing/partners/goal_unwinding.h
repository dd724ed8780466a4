// One bounded unwinding of a program with a literal for each of some goals: true for the inputs of which a run within
// the bound covers the goal.
#pragma once

#include "symex/unwind.h"
#include "testing/goals/goal_table.h"

#include <functional>
#include <map>
#include <optional>
#include <span>

namespace tandem::testing::partners {

struct GoalUnwinding {
  symex::Unwinding unwinding;
  std::map<goals::GoalId, smt::Term> guards;
  smt::Term valid;   // every access leads to an object
  smt::Term outside; // of paths that exceed the bound or are not understood
};

// What unwindings of one program share.
class GoalUnwinder {
public:
  explicit GoalUnwinder(const Program& program)
      : program_(program), identities_(terms_, program.data_model()), call_targets_(program) {}

  smt::Terms& terms() { return terms_; }
  // Nothing: `should_stop` said so.
  std::optional<GoalUnwinding> unwind(const goals::GoalTable& table, std::span<const goals::GoalId> goals,
                                      std::uint32_t bound, std::function<bool()> should_stop);

private:
  const Program& program_;
  smt::Terms terms_;
  semantics::symbolic::Identities identities_;
  symex::CallTargets call_targets_;
};

} // namespace tandem::testing::partners
