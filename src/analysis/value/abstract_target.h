// The Target (semantics/core/target.h) whose values are abstract: the meaning of C expressions as the one expression
// evaluator defines it, for sets of values at once.
#pragma once

#include "analysis/value/abstract_arithmetic.h"
#include "analysis/value/abstract_float.h"
#include "analysis/value/abstract_memory.h"
#include "semantics/core/target.h"

namespace tandem::analysis::value {

class AbstractTarget {
public:
  using Value = AbstractValue;

  explicit AbstractTarget(AbstractMemory& memory) : memory_(memory) {}

  // The state that the next operations read and change, and the activation whose variables they mean.
  void enter(AbstractState& state, reach::StackId stack) {
    state_ = &state;
    stack_ = stack;
  }

  Value constant(std::uint32_t width, UInt128 bits) { return Value::constant(width, bits); }
  Value binary(semantics::BvOp op, std::uint32_t width, Value a, Value b) { return apply(op, width, a, b); }
  Value compare(semantics::BvCompare op, std::uint32_t width, Value a, Value b);
  Value bit_not(std::uint32_t width, Value a) { return value::bit_not(width, a); }
  Value negate(std::uint32_t width, Value a) { return value::negate(width, a); }
  Value zero_extend(std::uint32_t from, std::uint32_t to, Value a) { return value::zero_extend(from, to, a); }
  Value sign_extend(std::uint32_t from, std::uint32_t to, Value a) { return value::sign_extend(from, to, a); }
  Value extract(std::uint32_t from, std::uint32_t low, std::uint32_t count, Value a) {
    return value::extract(from, low, count, a);
  }
  Value concat(std::uint32_t high_width, Value high, std::uint32_t low_width, Value low) {
    return value::concat(high_width, high, low_width, low);
  }
  Value multiplication_overflows(std::uint32_t, Value, Value) { return {}; }

  Value float_constant(FloatKind kind, long double value) { return value::float_constant(kind, value); }
  Value float_binary(semantics::FloatOp op, FloatKind kind, Value a, Value b) {
    return value::float_binary(op, kind, a, b);
  }
  Value float_compare(semantics::FloatCompare op, FloatKind kind, Value a, Value b) {
    return value::float_compare(op, kind, a, b);
  }
  Value float_negate(FloatKind kind, Value a) { return value::float_negate(kind, a); }
  Value float_convert(FloatKind from, FloatKind to, Value a) { return value::float_convert(from, to, a); }
  Value float_from_integer(FloatKind kind, semantics::Signedness sign, std::uint32_t width, Value a) {
    return value::float_from_integer(kind, sign, width, a);
  }
  Value integer_from_float(std::uint32_t width, semantics::Signedness sign, FloatKind kind, Value a) {
    return value::integer_from_float(width, sign, kind, a);
  }
  // A float is the set of its bits.
  Value float_from_bits(FloatKind kind, Value a) { return kind == FloatKind::LongDouble ? Value() : a; }
  Value float_to_bits(FloatKind kind, Value a) { return kind == FloatKind::LongDouble ? Value() : a; }

  template <class First, class Second>
  Value choose(std::uint32_t width, Value condition, First&& first, Second&& second) {
    if (condition.is_constant()) return condition.bits() != 0 ? first() : second();
    const Value a = first(), b = second();
    return width > 64 ? Value() : join(width, a, b);
  }

  bool is_register(const Variable& variable) const { return variable.type->is_scalar() && !variable.address_taken; }
  Value read(const Variable& variable);
  void write(const Variable& variable, Value value);
  Value address_of(const Variable& variable) { return Value::address(memory_.variable(variable, stack_), 0, 0); }
  Value address_of(const Function& function) { return Value::address(memory_.function(function), 0, 0); }

  Value load(const semantics::Address<Value>& at, const semantics::Access& access);
  void store(const semantics::Address<Value>& at, const semantics::Access& access, Value value);
  void copy(const semantics::Address<Value>& to, const Expr& lvalue, const semantics::Address<Value>& from, const Expr&,
            std::uint64_t size);
  void fill_zero(const semantics::Address<Value>& to, const Expr& lvalue, std::uint64_t size);
  void store_bytes(const semantics::Address<Value>& to, const Expr& lvalue, std::string_view bytes);

  // Queries.
  using Object = Value; // the pointer
  template <class Result> Value of_object(std::uint32_t, const Object& pointer, Result&& result) {
    return result(pointer);
  }
  Value object_size(const Object& object) const;
  Value object_offset(const Object& object) const;
  Value object_number(const Object&) const { return {}; }
  Value object_is(semantics::ObjectFact fact, const Object& object) const;
  Value blocks_are(semantics::BlocksFact fact) const { return memory_.blocks_are(*state_, fact); }

  bool wants(semantics::Check) const { return false; }
  void check(semantics::Check, Value, const Expr&) {}

  static Value pointer(const semantics::Address<Value>& at);
  // Cells hold whole bytes: _Bool, one bit wide as a value, has eight bits there.
  static Value in_cell(const Type& type, const Value& value) {
    return type.is_bool() ? value::zero_extend(1, 8, value) : value;
  }
  static Value from_cell(const Type& type, const Value& cell) {
    return type.is_bool() ? value::extract(8, 0, 1, cell) : cell;
  }

private:
  static std::uint32_t bytes_of(const Variable& variable) { return static_cast<std::uint32_t>(variable.type->size()); }

  AbstractMemory& memory_;
  AbstractState* state_ = nullptr;
  reach::StackId stack_ = 0;
};

} // namespace tandem::analysis::value
