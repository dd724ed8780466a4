// The Target that emits register code (bytecode.h).
//
// A Value is a constant or a slot. Constants are folded and become immediates. The instruction that produced a value
// can still be changed while it is the last one, so that results are written directly to their variable, and
// comparisons are negated in place and fused with the jump that uses them.
#pragma once

#include "program/dataflow/definite_assignment.h"
#include "semantics/core/expr_evaluator.h"
#include "semantics/interpreter/bytecode.h"
#include "semantics/interpreter/handlers.h"
#include "semantics/interpreter/image.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tandem::semantics::interpreter {

struct Operand {
  bool is_constant = false;
  std::int32_t slot = 0;
  UInt128 bits = 0;
};

class Emitter {
public:
  using Value = Operand;
  using At = Address<Operand>;

  Emitter(Image& image, Code& code);

  // The Target.
  Value constant(std::uint32_t width, UInt128 bits);
  Value binary(BvOp op, std::uint32_t width, Value left, Value right);
  Value compare(BvCompare relation, std::uint32_t width, Value left, Value right);
  Value bit_not(std::uint32_t width, Value value);
  Value negate(std::uint32_t width, Value value);
  Value zero_extend(std::uint32_t from, std::uint32_t to, Value value);
  Value sign_extend(std::uint32_t from, std::uint32_t to, Value value);
  Value extract(std::uint32_t from, std::uint32_t low, std::uint32_t count, Value value);
  Value concat(std::uint32_t high_width, Value high, std::uint32_t low_width, Value low);
  Value multiplication_overflows(std::uint32_t width, Value left, Value right);
  Value float_constant(FloatKind kind, long double value);
  Value float_binary(FloatOp op, FloatKind kind, Value left, Value right);
  Value float_compare(FloatCompare relation, FloatKind kind, Value left, Value right);
  Value float_negate(FloatKind kind, Value value);
  Value float_convert(FloatKind from, FloatKind to, Value value);
  Value float_from_integer(FloatKind kind, Signedness sign, std::uint32_t width, Value value);
  Value integer_from_float(std::uint32_t width, Signedness sign, FloatKind kind, Value value);
  Value float_from_bits(FloatKind, Value value) { return value; }
  Value float_to_bits(FloatKind, Value value) { return value; }
  template <typename First, typename Second>
  Value choose(std::uint32_t width, Value condition, First first, Second second);
  bool is_register(const Variable& variable) const { return lives_in_slot(variable); }
  Value read(const Variable& variable);
  void write(const Variable& variable, Value value);
  Value address_of(const Variable& variable);
  Value address_of(const Function& function);
  Value load(const At& at, Access access);
  void store(const At& at, Access access, Value value);
  void copy(const At& to, const Expr&, const At& from, const Expr&, std::uint64_t size);
  void fill_zero(const At& to, const Expr&, std::uint64_t size);
  void store_bytes(const At& to, const Expr&, std::string_view bytes);
  using Object = Operand; // the pointer
  template <typename Result> Value of_object(std::uint32_t, const Object& pointer, Result result) {
    return result(Operand{.slot = in_slot(pointer_width(), pointer)});
  }
  Value object_size(const Object& object) { return answer(MemoryQuestion::Size, object); }
  Value object_offset(const Object& object) { return answer(MemoryQuestion::Offset, object); }
  Value object_number(const Object& object) { return answer(MemoryQuestion::Number, object); }
  Value object_is(ObjectFact fact, const Object& object);
  Value blocks_are(BlocksFact fact);
  bool wants(Check check) const { return image_.wants(check); }
  void check(Check check, Value holds, const Expr&);
  // Where C does not say what a run will see, it notes so if it is asked to (AddressUse).
  Value integer_from_pointer(Value pointer) { return with_note(pointer); }
  Value pointer_from_integer(Value integer) { return with_note(integer); }
  Value integer_constant(const Expr& expr);
  std::pair<Value, Value> equatable(Value left, Value right);
  std::pair<Value, Value> comparable(Value left, Value right);
  std::pair<Value, Value> subtractable(Value left, Value right) { return comparable(left, right); }

  // Variables of the function.
  std::int32_t add_slot(std::uint32_t width);
  void add_local(const Variable& variable, std::int32_t slot) { locals_[&variable] = slot; }
  void add_flag(const Variable& variable, std::int32_t slot) { flags_[&variable] = slot; }
  std::int32_t slot_of(const Variable& variable) const { return locals_.at(&variable); }
  std::optional<std::int32_t> flag_of(const Variable& variable) const;

  // Instructions.
  void begin_edge(const Edge& edge, const std::vector<const Variable*>* maybe_uninitialised);
  void forget_temporaries() { next_temporary_ = fixed_slots_; }
  Instr& emit(Handler handler, std::int32_t a = 0, std::int32_t b = 0);
  Instr& emit_data(Handler handler, std::int32_t a, const void* data);
  Instr& emit_immediate(Handler handler, std::int32_t a, std::int32_t b, std::uint64_t immediate);
  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instrs.size()); }
  // A jump may lead here: the preceding instructions are final.
  std::uint32_t label();
  std::uint32_t jump_unless(Value condition); // both return the jump, whose target is set by aim()
  std::uint32_t jump_if(Value condition);
  void aim(std::uint32_t jump, std::uint32_t target);
  std::int32_t in_slot(std::uint32_t width, Value value);
  void move_to(std::int32_t slot, std::uint32_t width, Value value);
  std::int32_t temporary(std::uint32_t width);
  std::int32_t frame_size() const { return frame_size_; }
  std::uint32_t pointer_width() const { return image_.data_model() == DataModel::LP64 ? 64 : 32; }

private:
  // The last instruction, if it produced its value in a temporary that nothing else reads.
  struct LastValue {
    std::uint32_t index = 0;
    std::int32_t slot = 0;
  };
  struct LastRelation {
    Relation relation{};
    std::uint32_t width = 0;
    Form form{};
  };

  Value result(std::int32_t slot);
  bool notes_addresses() const { return image_.options().addresses == AddressUse::Note; }
  Value with_note(Value address);
  std::pair<Value, Value> with_note(AddressRelation relation, Value left, Value right);
  void emit_pointer_bytes(Handler handler, std::int32_t address, Access access, std::uint64_t offset);
  Value answer(MemoryQuestion question, const Object& object);
  Value narrow_binary(BvOp op, std::uint32_t width, Value left, Value right);
  Value relate(Relation relation, std::uint32_t width, Value left, Value right);
  std::optional<Value> simplified(BvOp op, std::uint32_t width, Value left, Value right);
  Value masked(std::uint32_t width, Value value);
  Value fixed_address(const At& at);
  bool is_last(Value value) const;
  bool is_last_relation(Value value) const { return is_last(value) && last_relation_.has_value(); }
  std::uint32_t jump_on_relation(Relation relation);
  Pointers pointers() const { return pointer_width() == 64 ? Pointers::Wide : Pointers::Narrow; }

  Image& image_;
  Code& code_;
  std::unordered_map<const Variable*, std::int32_t> locals_; // a slot for the value or for the address
  std::unordered_map<const Variable*, std::int32_t> flags_;
  const std::vector<const Variable*>* maybe_uninitialised_ = nullptr;
  std::int32_t fixed_slots_ = 0, next_temporary_ = 0, frame_size_ = 0;
  std::optional<LastValue> last_;
  std::optional<LastRelation> last_relation_;
};

static_assert(Target<Emitter>);

template <typename First, typename Second>
Operand Emitter::choose(std::uint32_t width, Value condition, First first, Second second) {
  if (condition.is_constant) return condition.bits != 0 ? first() : second();
  const std::uint32_t to_second = jump_unless(condition);
  const std::int32_t slot = temporary(width);
  move_to(slot, width, first());
  const std::uint32_t to_end = here();
  emit(jump_handler());
  aim(to_second, label());
  move_to(slot, width, second());
  aim(to_end, label());
  return {.slot = slot};
}

} // namespace tandem::semantics::interpreter
