// The primitives in terms of which the meaning of C is defined: bit-vectors, IEEE floats, a memory of bytes, variables.
//
// expr_evaluator.h defines once what every C operation means, as a template over a Target; the interpreter's compiler
// and the SMT encoding are Targets. A Target knows nothing of promotions, signedness, pointer scaling or bit-fields.
//
// Values are opaque. A bit-vector has a width of 1 to 128 bits, always passed along so that a Target need not store it;
// results of comparisons and conditions are one bit wide. Floats are values of their own (to_bits and from_bits
// convert), of the three FloatKinds; rounding is to nearest even, and toward zero in conversions to integers.
#pragma once

#include "program/model/expr.h"
#include "program/model/type.h"

#include <concepts>
#include <cstdint>

namespace tandem::semantics {

enum class BvOp : std::uint8_t { Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor };
enum class BvCompare : std::uint8_t { Eq, ULt, ULe, SLt, SLe };
enum class FloatOp : std::uint8_t { Add, Sub, Mul, Div };
enum class FloatCompare : std::uint8_t { Eq, Lt, Le }; // false if an operand is not a number

enum class Signedness : std::uint8_t { Unsigned, Signed };

// Undefined behaviour that a Target may want to check. It gets the condition (one bit) under which the operation is
// defined, before its value is computed. The value where the condition does not hold:
enum class Check : std::uint8_t {
  DivisionByZero,   // whatever the Target's division gives; the interpreter stops
  DivisionOverflow, // smallest / -1 wraps to the smallest, smallest % -1 is 0
  SignedOverflow,   // wraps around (-fwrapv)
  ShiftAmount,      // the amount is taken modulo the width, as the x86 instructions do
  FloatToInteger,   // whatever the Target's conversion gives for a value that does not fit
  NullDereference,  // load and store decide
  ArrayBounds,      // the address is computed as if the array went on
};

// The purpose of a load.
enum class LoadUse : std::uint8_t {
  Value,  // the bits are used
  Update, // neighbours of a bit-field, to be written back unchanged; they may be indeterminate
};

// An address in memory: base + offset (bytes, wraps at the pointer width).
template <typename Value> struct Address {
  Value base;
  std::int64_t offset = 0;
};

// One access to memory: `bits` is a multiple of 8; byte order is little-endian. The lvalue tells Targets that split
// memory into regions which one is accessed; its type may be wider than the access (parts of bit-fields, aggregates).
struct Access {
  const Expr& lvalue;
  std::uint32_t bits = 0;
  LoadUse use = LoadUse::Value;
};

// What may be the case for an object.
enum class ObjectFact : std::uint8_t {
  Exists,    // its lifetime has begun and not ended
  Readable,  // it exists and is no function
  Writable,  // likewise, and is not read-only
  Allocated, // it is a block of memory that free() takes, or took
};
// What may be the case for all allocated blocks that are not freed.
enum class BlocksFact : std::uint8_t {
  Freed,           // there is none
  Tracked,         // each can be reached through pointers from variables that exist
  TrackedByGlobals // likewise from global variables
};

// Queries of memory. of_object gives the function's result, of the width, for the object into which a pointer leads;
// also if it leads to none, of which no fact holds and the size and number are 0.
template <typename T>
concept AnswersQueries = requires(T t, typename T::Value v, std::uint32_t width, const typename T::Object& object) {
  typename T::Object;
  {
    t.of_object(width, v, static_cast<typename T::Value (*)(const typename T::Object&)>(nullptr))
  } -> std::same_as<typename T::Value>;
  { t.object_size(object) } -> std::same_as<typename T::Value>;
  { t.object_offset(object) } -> std::same_as<typename T::Value>;
  { t.object_number(object) } -> std::same_as<typename T::Value>;
  { t.object_is(ObjectFact{}, object) } -> std::same_as<typename T::Value>;
  { t.blocks_are(BlocksFact{}) } -> std::same_as<typename T::Value>;
};

template <typename T>
concept Target =
    AnswersQueries<T> && requires(T t, typename T::Value v, const Address<typename T::Value>& at, std::uint32_t width,
                                  const Expr& expr, const Type& type, const Variable& variable,
                                  const Function& function, Access access, typename T::Value (*lazy)()) {
      typename T::Value;

      // Bit-vectors. Shl, LShr and AShr get amounts of the operand's width, smaller than the width.
      { t.constant(width, UInt128{}) } -> std::same_as<typename T::Value>;
      { t.binary(BvOp{}, width, v, v) } -> std::same_as<typename T::Value>;
      { t.compare(BvCompare{}, width, v, v) } -> std::same_as<typename T::Value>;
      { t.bit_not(width, v) } -> std::same_as<typename T::Value>;
      { t.negate(width, v) } -> std::same_as<typename T::Value>;
      { t.zero_extend(width, width, v) } -> std::same_as<typename T::Value>;    // from, to (wider)
      { t.sign_extend(width, width, v) } -> std::same_as<typename T::Value>;    // from, to (wider)
      { t.extract(width, width, width, v) } -> std::same_as<typename T::Value>; // from, lowest bit, number of bits
      { t.concat(width, v, width, v) } -> std::same_as<typename T::Value>;      // high part first
      { t.multiplication_overflows(width, v, v) } -> std::same_as<typename T::Value>; // signed; asked for checks only

      // Floats.
      { t.float_constant(FloatKind{}, static_cast<long double>(0)) } -> std::same_as<typename T::Value>;
      { t.float_binary(FloatOp{}, FloatKind{}, v, v) } -> std::same_as<typename T::Value>;
      { t.float_compare(FloatCompare{}, FloatKind{}, v, v) } -> std::same_as<typename T::Value>;
      { t.float_negate(FloatKind{}, v) } -> std::same_as<typename T::Value>;
      { t.float_convert(FloatKind{}, FloatKind{}, v) } -> std::same_as<typename T::Value>; // from, to
      { t.float_from_integer(FloatKind{}, Signedness{}, width, v) } -> std::same_as<typename T::Value>;
      { t.integer_from_float(width, Signedness{}, FloatKind{}, v) } -> std::same_as<typename T::Value>;
      { t.float_from_bits(FloatKind{}, v) } -> std::same_as<typename T::Value>;
      { t.float_to_bits(FloatKind{}, v) } -> std::same_as<typename T::Value>;

      // condition ? first() : second(); the effects (loads, checks) of the function that is not chosen must be
      // discarded. The values have the given width (for floats their width).
      { t.choose(width, v, lazy, lazy) } -> std::same_as<typename T::Value>;

      // Scalar variables kept outside memory; the others have an address.
      { t.is_register(variable) } -> std::same_as<bool>;
      { t.read(variable) } -> std::same_as<typename T::Value>;
      { t.write(variable, v) };
      { t.address_of(variable) } -> std::same_as<typename T::Value>;
      { t.address_of(function) } -> std::same_as<typename T::Value>;

      // Memory.
      { t.load(at, access) } -> std::same_as<typename T::Value>;
      { t.store(at, access, v) };
      // Aggregates: target, source, bytes; target, bytes; target, the bytes to store. Copies may overlap completely.
      { t.copy(at, expr, at, expr, std::uint64_t{}) };
      { t.fill_zero(at, expr, std::uint64_t{}) };
      { t.store_bytes(at, expr, std::string_view{}) };

      // Checks: queried first, so that conditions that are not wanted are not built.
      { t.wants(Check{}) } -> std::same_as<bool>;
      { t.check(Check{}, v, expr) };
    };

} // namespace tandem::semantics
