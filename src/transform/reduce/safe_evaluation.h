// Which conditions a residual program may evaluate at a location without doing anything that the original would not do
// there: no trap (division, access through pointers or beyond an array) and no read of a maybe-uninitialised variable.
#pragma once

#include "program/model/program.h"

#include <unordered_map>
#include <vector>

namespace tandem::transform::reduce {

class SafeEvaluation {
public:
  bool is_safely_evaluable(const Expr& condition, const Location& location);

private:
  // Of one function: which of its locals are definitely assigned, by location and position in `index`.
  struct Assigned {
    std::unordered_map<const Variable*, std::size_t> index;
    std::vector<std::vector<bool>> at;
  };

  static bool never_traps(const Expr& expr);
  static Assigned find_assigned(const Function& function);
  const Assigned& assigned(const Function& function);

  std::unordered_map<const Function*, Assigned> assigned_;
};

} // namespace tandem::transform::reduce
