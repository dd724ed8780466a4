// Bounds of an integer expression that its types and constants alone imply: what is in bounds by them needs no check.
#pragma once

#include "program/model/expr.h"

#include <optional>
#include <unordered_map>

namespace tandem::transform::checks {

struct Range {
  Int128 low = 0, high = 0;
  bool contains(const Range& other) const { return low <= other.low && other.high <= high; }
};

// Of an integer type with at most 64 bits; nothing for others.
std::optional<Range> range_of(const Type& type);

class ValueRanges {
public:
  std::optional<Range> of(const Expr& expr);
  // Of the mathematical result, whether or not it fits the type.
  std::optional<Range> of_result(BinaryOp op, const Expr& left, const Expr& right);

private:
  std::optional<Range> compute(const Expr& expr);
  std::optional<Range> of_binary(const Expr& expr);

  std::unordered_map<const Expr*, std::optional<Range>> known_;
};

} // namespace tandem::transform::checks
