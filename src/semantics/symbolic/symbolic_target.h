// The Target (semantics/core/target.h) whose values are SMT terms over a symbolic state. One-bit values have sort Bool,
// floats their own sort, all others are bit-vectors.
#pragma once

#include "semantics/core/target.h"
#include "semantics/symbolic/symbolic_memory.h"

#include <stdexcept>
#include <string_view>
#include <unordered_map>

namespace tandem::semantics::symbolic {

smt::Sort sort_of(const Type& scalar);

// The interpretation of integer types.
enum class IntegerReading : std::uint8_t {
  BitVectors,   // exactly
  Mathematical, // as unbounded integers: nothing overflows, conversions preserve the number. Bit operations, floats
                // and memory have no such reading.
};

// Thrown for a construct without a mathematical reading. The message names it ("the bit operation '&'").
class NoSuchReading : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// Where the variables of one activation of a function live.
struct SymbolicFrame {
  const Function* function = nullptr;
  std::uint32_t context = 0; // identifies the activation, and is stable over unwindings
  std::unordered_map<const Variable*, std::uint64_t> registers;
  std::unordered_map<const Variable*, SymbolicObjectId> objects;
};

// The element type of the pointer at the root of an lvalue; null if the lvalue does not dereference one.
const Type* pointee_of(const Expr& lvalue);

class SymbolicTarget {
public:
  using Value = smt::Term;

  SymbolicTarget(smt::Terms& terms, SymbolicMemory& memory, Identities& identities)
      : terms_(terms), memory_(memory), identities_(identities) {}

  // The state and frames on which the next operations work.
  void enter(SymbolicState& state, const SymbolicFrame& globals, const SymbolicFrame& locals);

  void read_integers_as(IntegerReading reading) { reading_ = reading; }
  bool is_mathematical() const { return reading_ == IntegerReading::Mathematical; }
  smt::Sort sort_of(const Type& scalar) const;
  void needs_bits(std::string_view what) const; // throws NoSuchReading in the mathematical reading
  // States that a number, in the mathematical reading, is a value of the type.
  smt::Term in_range(const Type& type, smt::Term number);

  smt::Term constant(std::uint32_t width, UInt128 bits);
  smt::Term integer_constant(const Expr& constant);
  smt::Term binary(BvOp op, std::uint32_t width, smt::Term a, smt::Term b);
  smt::Term compare(BvCompare op, std::uint32_t width, smt::Term a, smt::Term b);
  smt::Term bit_not(std::uint32_t width, smt::Term a);
  smt::Term negate(std::uint32_t width, smt::Term a);
  smt::Term zero_extend(std::uint32_t from, std::uint32_t to, smt::Term a);
  smt::Term sign_extend(std::uint32_t from, std::uint32_t to, smt::Term a);
  smt::Term extract(std::uint32_t from, std::uint32_t low, std::uint32_t count, smt::Term a);
  smt::Term concat(std::uint32_t high_width, smt::Term high, std::uint32_t low_width, smt::Term low);
  smt::Term multiplication_overflows(std::uint32_t, smt::Term a, smt::Term b) {
    return terms_.bv_mul_overflows_signed(a, b);
  }

  smt::Term float_constant(FloatKind kind, long double value);
  smt::Term float_binary(FloatOp op, FloatKind kind, smt::Term a, smt::Term b);
  smt::Term float_compare(FloatCompare op, FloatKind kind, smt::Term a, smt::Term b);
  smt::Term float_negate(FloatKind, smt::Term a) { return terms_.fp_neg(a); }
  smt::Term float_convert(FloatKind from, FloatKind to, smt::Term a);
  smt::Term float_from_integer(FloatKind kind, Signedness sign, std::uint32_t width, smt::Term a);
  smt::Term integer_from_float(std::uint32_t width, Signedness sign, FloatKind kind, smt::Term a);
  smt::Term float_from_bits(FloatKind kind, smt::Term bits);
  smt::Term float_to_bits(FloatKind kind, smt::Term a);

  template <class First, class Second>
  smt::Term choose(std::uint32_t, smt::Term condition, First&& first, Second&& second) {
    if (terms_.is_true(condition)) return first();
    if (terms_.is_false(condition)) return second();
    const smt::Term a = first();
    return terms_.ite(condition, a, second());
  }

  // Called when a symbol is introduced for an uninitialised register.
  void on_first_value(std::function<void(smt::Term value, const Variable& variable)> callback) {
    on_first_value_ = std::move(callback);
  }

  bool is_register(const Variable& variable) const;
  smt::Term read(const Variable& variable);
  void write(const Variable& variable, smt::Term value);
  smt::Term address_of(const Variable& variable);
  smt::Term address_of(const Function& function) {
    needs_bits("the address of a function");
    return memory_.address(memory_.function_object(function));
  }

  // Conversions between pointers and integers of their width; and two pointers in the form in which their order and
  // distance are what C promises.
  smt::Term integer_from_pointer(smt::Term pointer) { return memory_.integer_from(pointer); }
  smt::Term pointer_from_integer(smt::Term integer) { return memory_.pointer_from(integer); }
  std::pair<smt::Term, smt::Term> comparable(smt::Term a, smt::Term b) {
    if (memory_.lead_to_one_object(a, b)) return {a, b};
    return {memory_.integer_from(a), memory_.integer_from(b)};
  }
  // And for their distance alone: in one object, the object's address is left out.
  std::pair<smt::Term, smt::Term> subtractable(smt::Term a, smt::Term b) {
    return memory_.lead_to_one_object(a, b) ? memory_.offsets_in_object(a, b) : comparable(a, b);
  }

  smt::Term load(const Address<smt::Term>& at, const Access& access);
  void store(const Address<smt::Term>& at, const Access& access, smt::Term value);
  void copy(const Address<smt::Term>& to, const Expr& lvalue, const Address<smt::Term>& from, const Expr& value,
            std::uint64_t size);
  void fill_zero(const Address<smt::Term>& to, const Expr& lvalue, std::uint64_t size);
  void store_bytes(const Address<smt::Term>& to, const Expr& lvalue, std::string_view bytes);

  using Object = SymbolicMemory::PointedTo;
  template <class Result> smt::Term of_object(std::uint32_t, smt::Term pointer, Result&& result) {
    needs_bits("a question about memory");
    return memory_.of_object(pointer, result);
  }
  smt::Term object_size(const Object& object) { return memory_.size_of(*state_, object); }
  smt::Term object_offset(const Object& object) { return object.offset; }
  smt::Term object_number(const Object& object) { return memory_.number_of(object); }
  smt::Term object_is(ObjectFact fact, const Object& object) { return memory_.is_true_of(*state_, fact, object); }
  smt::Term blocks_are(BlocksFact fact);

  bool wants(Check) const { return false; }
  void check(Check, smt::Term, const Expr&) {}

  // The result of `operation(rounding)` in the state's rounding mode.
  template <class Operation> smt::Term rounded(Operation&& operation);

private:
  // symbolic_integers.cpp
  smt::Term mathematical(BvOp op, smt::Term a, smt::Term b);
  smt::Term masked(smt::Term a, smt::Term b);
  smt::Term shifted(BvOp op, smt::Term a, smt::Term amount);
  smt::Term quotient(smt::Term a, smt::Term b);
  smt::Term integer(Int128 value);

  smt::Term as_bits(smt::Term value); // a Bool as one bit
  bool is_far(smt::Term offset) const;
  smt::Term pointer(const Address<smt::Term>& at);
  const SymbolicFrame& frame_of(const Variable& variable) const { return variable.is_global() ? *globals_ : *locals_; }

  smt::Terms& terms_;
  SymbolicMemory& memory_;
  Identities& identities_;
  IntegerReading reading_ = IntegerReading::BitVectors;
  std::function<void(smt::Term, const Variable&)> on_first_value_;
  std::map<Identity, std::uint32_t> versions_; // of a register: how many symbols were introduced for it
  SymbolicState* state_ = nullptr;
  const SymbolicFrame* globals_ = nullptr;
  const SymbolicFrame* locals_ = nullptr;
};

// The modes by their numbers in glibc on x86.
struct RoundingMode {
  std::uint64_t number;
  smt::Rounding rounding;
};
inline constexpr RoundingMode rounding_modes[] = {{0x000, smt::Rounding::NearestEven},
                                                  {0x400, smt::Rounding::TowardNegative},
                                                  {0x800, smt::Rounding::TowardPositive},
                                                  {0xC00, smt::Rounding::TowardZero}};

template <class Operation> smt::Term SymbolicTarget::rounded(Operation&& operation) {
  const smt::Term* mode = state_->cells.find(SymbolicMemory::rounding_register());
  smt::Term result = operation(rounding_modes[0].rounding);
  if (mode == nullptr) return result;
  for (const RoundingMode& known : rounding_modes) {
    const smt::Term set = terms_.eq(*mode, terms_.bv(32, known.number));
    if (!terms_.is_false(set)) result = terms_.ite(set, operation(known.rounding), result);
  }
  return result;
}

} // namespace tandem::semantics::symbolic
