// Which conditions certainly hold at a location, by the ranges that local integers have there.
#pragma once

#include "program/model/program.h"
#include "transform/checks/value_range.h"

#include <map>
#include <vector>

namespace tandem::transform::checks {

// Whether the function calls one that may return once more, when its variables hold something else (setjmp, vfork).
bool has_second_returns(const Function& function);

class FlowRanges {
public:
  explicit FlowRanges(const Function& function);

  // The location is one of the function. Where no path leads, nothing is said to hold.
  bool holds(const Location& location, const Expr& condition) const;

private:
  std::map<const Variable*, std::size_t> numbers_;
  std::map<const Location*, std::vector<Range>> at_; // by variable; none where no path leads
  bool is_known_ = false; // otherwise the function is too large, or may return to a place twice
};

} // namespace tandem::transform::checks
