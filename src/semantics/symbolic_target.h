// The Target (target.h) whose values are SMT terms over a symbolic state. One-bit values have sort Bool, floats their
// own sort, all else bit-vectors.
#pragma once

#include "semantics/symbolic_memory.h"
#include "semantics/target.h"

#include <stdexcept>
#include <string_view>
#include <unordered_map>

namespace tandem::semantics {

smt::Sort sort_of(const Type& scalar);

// How the values of integer types are read.
enum class IntegerReading : std::uint8_t {
  BitVectors,   // exactly
  Mathematical, // as integers without bounds: nothing overflows, conversions keep the number. Bit operations, floats
                // and memory have no such reading.
};

// What has no mathematical reading, met on the way. The message names it ("the bit operation '&'").
class NoSuchReading : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// Where the variables of one activation of a function live.
struct SymbolicFrame {
  const Function* function = nullptr;
  std::uint32_t context = 0; // tells activations apart, and is stable over unwindings
  std::unordered_map<const Variable*, std::uint64_t> registers;
  std::unordered_map<const Variable*, SymbolicObjectId> objects;
};

// The type that the pointer at the root of a place points to; null if the place does not go through a pointer.
const Type* pointee_of(const Expr& place);

class SymbolicTarget {
public:
  using Value = Term;

  SymbolicTarget(Terms& terms, SymbolicMemory& memory, Identities& identities)
      : terms_(terms), memory_(memory), identities_(identities) {}

  // What the next operations read and change.
  void enter(SymbolicState& state, const SymbolicFrame& globals, const SymbolicFrame& locals);

  void read_integers_as(IntegerReading reading) { reading_ = reading; }
  bool is_mathematical() const { return reading_ == IntegerReading::Mathematical; }
  smt::Sort sort_of(const Type& scalar) const;
  void needs_bits(std::string_view what) const; // throws NoSuchReading in the mathematical reading
  // That a number, read mathematically, is one of the type's values.
  Term in_range(const Type& type, Term number);

  Term constant(std::uint32_t width, UInt128 bits);
  Term integer_constant(const Expr& constant);
  Term binary(BvOp op, std::uint32_t width, Term a, Term b);
  Term compare(BvCompare op, std::uint32_t width, Term a, Term b);
  Term bit_not(std::uint32_t width, Term a);
  Term negate(std::uint32_t width, Term a);
  Term zero_extend(std::uint32_t from, std::uint32_t to, Term a);
  Term sign_extend(std::uint32_t from, std::uint32_t to, Term a);
  Term extract(std::uint32_t from, std::uint32_t low, std::uint32_t count, Term a);
  Term concat(std::uint32_t high_width, Term high, std::uint32_t low_width, Term low);
  Term multiplication_overflows(std::uint32_t, Term a, Term b) { return terms_.bv_mul_overflows_signed(a, b); }

  Term float_constant(FloatKind kind, long double value);
  Term float_binary(FloatOp op, FloatKind kind, Term a, Term b);
  Term float_compare(FloatCompare op, FloatKind kind, Term a, Term b);
  Term float_negate(FloatKind, Term a) { return terms_.fp_neg(a); }
  Term float_convert(FloatKind from, FloatKind to, Term a);
  Term float_from_integer(FloatKind kind, Signedness sign, std::uint32_t width, Term a);
  Term integer_from_float(std::uint32_t width, Signedness sign, FloatKind kind, Term a);
  Term float_from_bits(FloatKind kind, Term bits);
  Term float_to_bits(FloatKind kind, Term a);

  template <class First, class Second> Term choose(std::uint32_t, Term condition, First&& first, Second&& second) {
    if (terms_.is_true(condition)) return first();
    if (terms_.is_false(condition)) return second();
    const Term a = first();
    return terms_.ite(condition, a, second());
  }

  // Called when a register without a value is given a name for it.
  void on_first_value(std::function<void(Term value, const Variable& variable)> told) {
    told_first_value_ = std::move(told);
  }

  bool is_register(const Variable& variable) const;
  Term read(const Variable& variable);
  void write(const Variable& variable, Term value);
  Term address_of(const Variable& variable);
  Term address_of(const Function& function) {
    needs_bits("the address of a function");
    return memory_.address(memory_.function_object(function));
  }

  Term load(const Address<Term>& at, const Access& access);
  void store(const Address<Term>& at, const Access& access, Term value);
  void copy(const Address<Term>& to, const Expr& place, const Address<Term>& from, const Expr& value,
            std::uint64_t size);
  void fill_zero(const Address<Term>& to, const Expr& place, std::uint64_t size);
  void store_bytes(const Address<Term>& to, const Expr& place, std::string_view bytes);

  bool wants(Check) const { return false; }
  void check(Check, Term, const Expr&) {}

  // What `operation(rounding)` gives in the state's rounding mode.
  template <class Operation> Term rounded(Operation&& operation);

private:
  // symbolic_integers.cpp
  Term mathematical(BvOp op, Term a, Term b);
  Term masked(Term a, Term b);
  Term shifted(BvOp op, Term a, Term amount);
  Term quotient(Term a, Term b);
  Term integer(Int128 value);

  Term as_bits(Term value); // a Bool as one bit
  Term pointer(const Address<Term>& at);
  const SymbolicFrame& frame_of(const Variable& variable) const { return variable.is_global() ? *globals_ : *locals_; }

  Terms& terms_;
  SymbolicMemory& memory_;
  Identities& identities_;
  IntegerReading reading_ = IntegerReading::BitVectors;
  std::function<void(Term, const Variable&)> told_first_value_;
  std::map<Identity, std::uint32_t> lives_; // of a register: how often it got a first value
  SymbolicState* state_ = nullptr;
  const SymbolicFrame* globals_ = nullptr;
  const SymbolicFrame* locals_ = nullptr;
};

// The numbers glibc gives the modes on x86.
struct RoundingMode {
  std::uint64_t number;
  smt::Rounding rounding;
};
inline constexpr RoundingMode rounding_modes[] = {{0x000, smt::Rounding::NearestEven},
                                                  {0x400, smt::Rounding::TowardNegative},
                                                  {0x800, smt::Rounding::TowardPositive},
                                                  {0xC00, smt::Rounding::TowardZero}};

template <class Operation> Term SymbolicTarget::rounded(Operation&& operation) {
  const Term* mode = state_->cells.find(SymbolicMemory::rounding_register());
  Term result = operation(rounding_modes[0].rounding);
  if (mode == nullptr) return result;
  for (const RoundingMode& known : rounding_modes) {
    const Term set = terms_.eq(*mode, terms_.bv(32, known.number));
    if (!terms_.is_false(set)) result = terms_.ite(set, operation(known.rounding), result);
  }
  return result;
}

} // namespace tandem::semantics
