// Expressions: typed, free of side effects, immutable and interned (equal expressions of one Context have equal
// addresses). Lvalues are expressions too; used as a value, an lvalue means what is stored there.
//
// All conversions are explicit: the operands of an arithmetic operator have the operator's own type, as in clang's
// typed AST. Array-to-pointer decay is written &a[0].
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tandem {

class Type;
class Expr;
class Function;
struct Variable;

enum class ExprKind : std::uint8_t {
  // constants
  Integer, // of integer or pointer type
  Float,
  String, // array of char-sized elements; only as the right side of an assignment or initialiser
  Zero,   // the all-zero value of a record or array; only as the right side of an assignment or initialiser
  // lvalues
  Variable,
  Deref, // *pointer
  Field, // lvalue.field (bit-fields too)
  Index, // array[index], of an array lvalue; pointers are indexed as *(p + i)
  // addresses
  AddressOf,       // &lvalue; never of a bit-field
  FunctionAddress, // &function
  // operators
  Unary,
  Binary,
  Cast,
  Conditional, // condition ? a : b, only the chosen arm is evaluated
  Query,       // what is the case in memory (MemoryQuery)
};

enum class UnaryOp : std::uint8_t { Negate, BitNot, LogicalNot };

// clang-format off
enum class BinaryOp : std::uint8_t {
  // integers and floats; both operands have the result's type, except the right operand of a shift
  Add, Sub, Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor,
  // result is int 0 or 1; both operands have one type (integer, float or pointer)
  Eq, Ne, Lt, Le, Gt, Ge,
  // result is int 0 or 1; operands are scalars; the right one is evaluated only if needed
  LogicalAnd, LogicalOr,
  // pointer + integer (scaled by the element size; any integer type), pointer - pointer (in elements, type ptrdiff_t)
  PtrAdd, PtrDiff,
};
// clang-format on

// What a program can ask about its memory; semantics/core/expr_evaluator_queries.h defines the answers. Pointers may
// have any pointer type. They may be invalid: nothing is accessed, only the pointers themselves are evaluated.
enum class MemoryQuery : std::uint8_t {
  // (pointer), of type size_t; about the object that the pointer leads into or just behind
  ObjectSize,   // in bytes; 0 if there is no object, or no longer
  ObjectOffset, // from the object's start in bytes; in front of it a huge number
  ObjectNumber, // different for different objects; 0 if there is none
  // (pointer, number of bytes of type size_t), result is int 0 or 1: they lie in one object that exists and …
  IsReadable, // is no function
  IsWritable, // is no function, nor read-only
  // result is int 0 or 1
  IsSameObject, // (pointer, pointer): both lead into one object, or to none
  IsFreeable,   // (pointer): null, or the start of an allocated block that is not freed yet
  IsAllocated,  // (pointer): leads into an allocated block, freed or not
  // (), result is int 0 or 1
  AllFreed,       // no allocated block is left
  AllTracked,     // each of them can be reached through pointers from variables that exist
  AllTrackedHence // likewise, from global variables: what is tracked when the calling function has returned
};
std::string_view name(MemoryQuery query); // "readable", for messages and text

// For code to which the single operator does not matter; follows the order of BinaryOp.
enum class BinaryKind : std::uint8_t {
  Arithmetic, // + - *
  Division,
  Shift,
  Bitwise,
  Comparison,
  Logical,
  PointerSum,
  PointerDifference,
};
BinaryKind kind_of(BinaryOp op);

bool is_comparison(BinaryOp op);
bool is_logical(BinaryOp op);
std::string_view spelling(UnaryOp op);  // "-"
std::string_view spelling(BinaryOp op); // "+"; PtrAdd is "+" and PtrDiff "-"

using UInt128 = unsigned __int128;
using Int128 = __int128;

class Expr {
public:
  ExprKind kind() const { return kind_; }
  const Type& type() const { return *type_; }
  // Dense within the Context, in order of creation; operands have smaller ids than what is built from them.
  std::uint32_t id() const { return id_; }

  bool is_lvalue() const { return kind_ >= ExprKind::Variable && kind_ <= ExprKind::Index; }
  bool is_constant() const { return kind_ <= ExprKind::Zero; }

  // Operands: Deref, AddressOf, Unary, Cast, Field 1; Index (array, index), Binary 2; Conditional 3; Query 0 to 2.
  std::size_t operand_count() const { return operand_count_; }
  const Expr& operand(std::size_t i) const;
  std::span<const Expr* const> operands() const { return {operands_, operand_count_}; }

  // Integer: the value modulo 2^width, zero-extended; and interpreted according to the type's signedness.
  UInt128 bits() const;
  Int128 value() const;
  bool is_integer_constant(Int128 value) const;

  // Float: every float and double is exact in the host's (x87) long double.
  long double float_value() const;

  // String: the bytes, without regard to the array's length (truncated for shorter arrays, zero-filled for longer
  // ones).
  const std::string& string_value() const;

  const tandem::Variable& variable() const;
  const tandem::Function& function() const;
  std::uint32_t field_index() const;
  UnaryOp unary_op() const;
  BinaryOp binary_op() const;
  MemoryQuery query() const;

private:
  friend class Context;
  Expr() = default;

  ExprKind kind_ = ExprKind::Integer;
  std::uint8_t op_ = 0;
  std::uint8_t operand_count_ = 0;
  std::uint32_t id_ = 0;
  std::uint32_t field_ = 0;
  const Type* type_ = nullptr;
  const Expr* operands_[3] = {nullptr, nullptr, nullptr};
  union {
    UInt128 bits_ = 0;
    long double float_;
    const std::string* string_;
    const tandem::Variable* variable_;
    const tandem::Function* function_;
  };
};

// Calls `visit` with each variable that the expression names, as often as it names it.
template <typename Visit> void for_each_variable(const Expr& expr, const Visit& visit) {
  if (expr.kind() == ExprKind::Variable) visit(expr.variable());
  for (const Expr* operand : expr.operands()) for_each_variable(*operand, visit);
}

// Whether the variable is that of a string literal.
bool is_string_literal(const Variable& variable);
// A string literal, or a global defined const.
bool is_read_only(const Variable& variable);

// The variable that contains an lvalue, or nullptr if it is reached through a pointer.
const Variable* root_variable(const Expr& lvalue);

} // namespace tandem
