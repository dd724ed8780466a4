// Bit-vector arithmetic on the host: what the integer instructions compute. T is an unsigned type of the operation's
// width. Division by zero is a precondition violation; everything else is total.
#pragma once

#include "program/model/expr.h"
#include "semantics/core/target.h"

#include <cstdint>

namespace tandem::semantics {

template <typename T> struct SignedOf;
template <> struct SignedOf<std::uint32_t> {
  using Type = std::int32_t;
};
template <> struct SignedOf<std::uint64_t> {
  using Type = std::int64_t;
};
template <> struct SignedOf<UInt128> {
  using Type = Int128;
};
template <typename T> using Signed = typename SignedOf<T>::Type;

template <BvOp op, typename T> constexpr T apply(T left, T right) {
  using S = Signed<T>;
  if constexpr (op == BvOp::Add) return left + right;
  if constexpr (op == BvOp::Sub) return left - right;
  if constexpr (op == BvOp::Mul) return left * right;
  if constexpr (op == BvOp::UDiv) return left / right;
  if constexpr (op == BvOp::URem) return left % right;
  if constexpr (op == BvOp::SDiv) // the smallest number / -1 wraps
    return static_cast<S>(right) == -1 ? T{0} - left : static_cast<T>(static_cast<S>(left) / static_cast<S>(right));
  if constexpr (op == BvOp::SRem)
    return static_cast<S>(right) == -1 ? T{0} : static_cast<T>(static_cast<S>(left) % static_cast<S>(right));
  if constexpr (op == BvOp::Shl) return left << right;
  if constexpr (op == BvOp::LShr) return left >> right;
  if constexpr (op == BvOp::AShr) return static_cast<T>(static_cast<S>(left) >> right);
  if constexpr (op == BvOp::And) return left & right;
  if constexpr (op == BvOp::Or) return left | right;
  if constexpr (op == BvOp::Xor) return left ^ right;
}

constexpr bool divides(BvOp op) { return op >= BvOp::UDiv && op <= BvOp::SRem; }

} // namespace tandem::semantics
