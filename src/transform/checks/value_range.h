// Bounds of an integer expression that its types and constants imply, and the ranges of variables where they are given:
// what is in bounds by them needs no check.
#pragma once

#include "program/model/expr.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tandem::transform::checks {

struct Range {
  Int128 low = 0, high = 0;
  bool contains(const Range& other) const { return low <= other.low && other.high <= high; }
};

// Of an integer type with at most 64 bits; nothing for others.
std::optional<Range> range_of(const Type& type);

class ValueRanges {
public:
  ValueRanges() = default;
  // In a state: the ranges of some variables, which have to outlive this.
  ValueRanges(const std::map<const Variable*, std::size_t>& numbers, const std::vector<Range>& state)
      : numbers_(&numbers), state_(&state) {}

  std::optional<Range> of(const Expr& expr);
  // Of the mathematical result, whether or not it fits the type.
  std::optional<Range> of_result(BinaryOp op, const Expr& left, const Expr& right);
  void forget() { known_.clear(); } // after a change of the state

private:
  std::optional<Range> of_variable(const Expr& expr) const;
  std::optional<Range> compute(const Expr& expr);
  std::optional<Range> of_binary(const Expr& expr);

  const std::map<const Variable*, std::size_t>* numbers_ = nullptr; // indices in the state
  const std::vector<Range>* state_ = nullptr;
  std::unordered_map<const Expr*, std::optional<Range>> known_;
};

} // namespace tandem::transform::checks
