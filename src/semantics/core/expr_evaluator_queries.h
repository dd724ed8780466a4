// The third part of expr_evaluator.h: what a program learns when it asks about its memory (MemoryQuery).
//
// A pointer leads into an object, just behind it, or to none. The answer is computed for one object at a time: a Target
// whose pointers may lead to several of them joins the answers.
#pragma once

#include "semantics/core/expr_evaluator.h"

namespace tandem::semantics {

template <Target T> auto ExprEvaluator<T>::evaluate_query(const Expr& expr) -> Value {
  switch (expr.query()) {
  case MemoryQuery::ObjectSize:
  case MemoryQuery::ObjectOffset:
  case MemoryQuery::ObjectNumber: return query_object(expr);
  case MemoryQuery::IsReadable:
  case MemoryQuery::IsWritable:
  case MemoryQuery::IsSameObject:
  case MemoryQuery::IsFreeable:
  case MemoryQuery::IsAllocated:
  case MemoryQuery::AllFreed:
  case MemoryQuery::AllTracked:
  case MemoryQuery::AllTrackedHence: return bit_to_int(query_condition(expr));
  }
  unreachable();
}

template <Target T> auto ExprEvaluator<T>::query_object(const Expr& expr) -> Value {
  const MemoryQuery query = expr.query();
  return target_.of_object(pointer_width(), value(expr.operand(0)), [&](const typename T::Object& object) {
    if (query == MemoryQuery::ObjectNumber) return target_.object_number(object);
    if (query == MemoryQuery::ObjectOffset) return target_.object_offset(object);
    const auto size = [&] { return target_.object_size(object); };
    const auto none = [&] { return number(pointer_width(), 0); };
    return target_.choose(pointer_width(), target_.object_is(ObjectFact::Exists, object), size, none);
  });
}

template <Target T> auto ExprEvaluator<T>::query_condition(const Expr& expr) -> Value {
  switch (expr.query()) {
  case MemoryQuery::IsReadable: return query_range(expr, ObjectFact::Readable);
  case MemoryQuery::IsWritable: return query_range(expr, ObjectFact::Writable);
  case MemoryQuery::IsSameObject: {
    const auto object_of = [&](const Expr& pointer) {
      return target_.of_object(pointer_width(), value(pointer),
                               [&](const typename T::Object& object) { return target_.object_number(object); });
    };
    const Value left = object_of(expr.operand(0));
    return target_.compare(BvCompare::Eq, pointer_width(), left, object_of(expr.operand(1)));
  }
  case MemoryQuery::IsFreeable: {
    const Value pointer = value(expr.operand(0));
    const Value is_block = target_.of_object(1, pointer, [&](const typename T::Object& object) {
      const Value is_start =
          target_.compare(BvCompare::Eq, pointer_width(), target_.object_offset(object), number(pointer_width(), 0));
      return all_of(
          all_of(target_.object_is(ObjectFact::Exists, object), target_.object_is(ObjectFact::Allocated, object)),
          is_start);
    });
    return target_.binary(BvOp::Or, 1, is_zero(expr.operand(0).type(), pointer), is_block);
  }
  case MemoryQuery::IsAllocated:
    return target_.of_object(1, value(expr.operand(0)), [&](const typename T::Object& object) {
      return target_.object_is(ObjectFact::Allocated, object);
    });
  case MemoryQuery::AllFreed: return target_.blocks_are(BlocksFact::Freed);
  case MemoryQuery::AllTracked: return target_.blocks_are(BlocksFact::Tracked);
  case MemoryQuery::AllTrackedHence: return target_.blocks_are(BlocksFact::TrackedByGlobals);
  case MemoryQuery::ObjectSize:
  case MemoryQuery::ObjectOffset:
  case MemoryQuery::ObjectNumber: break;
  }
  unreachable("sizes and offsets should not be asked for as conditions");
}

// No byte is everywhere. Offsets in front of the object are huge numbers.
template <Target T> auto ExprEvaluator<T>::query_range(const Expr& expr, ObjectFact fact) -> Value {
  const std::uint32_t width = pointer_width();
  const Value pointer = value(expr.operand(0)), bytes = value(expr.operand(1));
  const Value in_object = target_.of_object(1, pointer, [&](const typename T::Object& object) {
    const Value size = target_.object_size(object), offset = target_.object_offset(object);
    const Value starts = target_.compare(BvCompare::ULe, width, offset, size);
    const Value ends = target_.compare(BvCompare::ULe, width, bytes, target_.binary(BvOp::Sub, width, size, offset));
    return all_of(target_.object_is(fact, object), all_of(starts, ends));
  });
  if (expr.operand(1).kind() == ExprKind::Integer && expr.operand(1).bits() != 0) return in_object;
  return target_.binary(BvOp::Or, 1, target_.compare(BvCompare::Eq, width, bytes, number(width, 0)), in_object);
}

} // namespace tandem::semantics
