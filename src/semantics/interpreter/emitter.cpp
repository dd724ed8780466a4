// A one-instruction peephole: only the last instruction is ever changed, and every label makes it final. Widths without
// instructions of their own (1, 8, 16 bits, odd bit-fields) are computed in 32, 64 or 128 bits and masked. Temporaries
// are allocated like a stack above the variables' slots and released at the end of each edge.

#include "semantics/interpreter/emitter.h"

#include "base/core/require.h"
#include "semantics/core/arithmetic.h"
#include "semantics/core/float_bits.h"

#include <algorithm>
#include <bit>

namespace tandem::semantics::interpreter {

namespace {

UInt128 mask_of(std::uint32_t width) { return width >= 128 ? ~UInt128{0} : (UInt128{1} << width) - 1; }

UInt128 sign_extended(std::uint32_t from, UInt128 bits) {
  return static_cast<UInt128>(static_cast<Int128>(bits << (128 - from)) >> (128 - from));
}

bool is_signed_op(BvOp op) { return op == BvOp::SDiv || op == BvOp::SRem || op == BvOp::AShr; }

bool commutes(BvOp op) {
  return op == BvOp::Add || op == BvOp::Mul || op == BvOp::And || op == BvOp::Or || op == BvOp::Xor;
}

// In 128 bits, with signed operands sign-extended, every operation but a division has the right low bits.
std::optional<UInt128> folded(BvOp op, std::uint32_t width, UInt128 left, UInt128 right) {
  if (is_signed_op(op)) left = sign_extended(width, left);
  switch (op) {
  case BvOp::Add: return apply<BvOp::Add>(left, right) & mask_of(width);
  case BvOp::Sub: return apply<BvOp::Sub>(left, right) & mask_of(width);
  case BvOp::Mul: return apply<BvOp::Mul>(left, right) & mask_of(width);
  case BvOp::Shl: return apply<BvOp::Shl>(left, right) & mask_of(width);
  case BvOp::LShr: return apply<BvOp::LShr>(left, right) & mask_of(width);
  case BvOp::AShr: return apply<BvOp::AShr>(left, right) & mask_of(width);
  case BvOp::And: return left & right;
  case BvOp::Or: return left | right;
  case BvOp::Xor: return left ^ right;
  case BvOp::UDiv:
  case BvOp::SDiv:
  case BvOp::URem:
  case BvOp::SRem: return std::nullopt;
  }
  unreachable();
}

// The width of the instructions used for values of this width.
std::uint32_t native(std::uint32_t width) { return width <= 32 ? 32 : width <= 64 ? 64 : 128; }

} // namespace

Emitter::Emitter(Image& image, Code& code) : image_(image), code_(code) {}

// Instructions and slots.

std::int32_t Emitter::add_slot(std::uint32_t width) {
  const std::int32_t slot = fixed_slots_;
  fixed_slots_ += static_cast<std::int32_t>(slots_for(width));
  next_temporary_ = fixed_slots_;
  frame_size_ = std::max(frame_size_, fixed_slots_);
  return slot;
}

std::int32_t Emitter::temporary(std::uint32_t width) {
  const std::int32_t slot = next_temporary_;
  next_temporary_ += static_cast<std::int32_t>(slots_for(width));
  frame_size_ = std::max(frame_size_, next_temporary_);
  return slot;
}

std::optional<std::int32_t> Emitter::flag_of(const Variable& variable) const {
  const auto found = flags_.find(&variable);
  return found == flags_.end() ? std::nullopt : std::optional(found->second);
}

void Emitter::begin_edge(const Edge& edge, const std::vector<const Variable*>* maybe_uninitialised) {
  maybe_uninitialised_ = maybe_uninitialised;
  forget_temporaries();
  code_.edges.emplace_back(label(), &edge);
}

Instr& Emitter::emit(Handler handler, std::int32_t a, std::int32_t b) {
  last_.reset();
  last_relation_.reset();
  Instr& instr = code_.instrs.emplace_back();
  instr.run = handler;
  instr.a = a;
  instr.b = b;
  return instr;
}

Instr& Emitter::emit_data(Handler handler, std::int32_t a, const void* data) {
  Instr& instr = emit(handler, a);
  instr.data = data;
  return instr;
}

Instr& Emitter::emit_immediate(Handler handler, std::int32_t a, std::int32_t b, std::uint64_t immediate) {
  Instr& instr = emit(handler, a, b);
  instr.immediate = immediate;
  return instr;
}

std::uint32_t Emitter::label() {
  last_.reset();
  last_relation_.reset();
  return here();
}

void Emitter::aim(std::uint32_t jump, std::uint32_t target) {
  code_.instrs[jump].a = static_cast<std::int32_t>(target) - static_cast<std::int32_t>(jump);
}

Operand Emitter::result(std::int32_t slot) {
  last_ = LastValue{here() - 1, slot};
  return {.slot = slot};
}

bool Emitter::is_last(Value value) const {
  return last_ && !value.is_constant && last_->slot == value.slot && last_->index + 1 == here();
}

std::int32_t Emitter::in_slot(std::uint32_t width, Value value) {
  if (!value.is_constant) return value.slot;
  const std::int32_t slot = temporary(width);
  move_to(slot, width, value);
  return slot;
}

void Emitter::move_to(std::int32_t slot, std::uint32_t width, Value value) {
  if (value.is_constant) {
    emit_immediate(constant_handler(), slot, 0, static_cast<std::uint64_t>(value.bits));
    if (width > 64) emit_immediate(constant_handler(), slot + 1, 0, static_cast<std::uint64_t>(value.bits >> 64));
  } else if (is_last(value)) {
    code_.instrs.back().a = slot;
    last_.reset();
    last_relation_.reset();
  } else if (value.slot != slot) {
    emit(move_handler(width), slot, value.slot);
  }
}

// Integers.

Operand Emitter::constant(std::uint32_t width, UInt128 bits) {
  return {.is_constant = true, .bits = bits & mask_of(width)};
}

Operand Emitter::masked(std::uint32_t width, Value value) {
  if (value.is_constant || native(width) == width) return value;
  return binary(BvOp::And, native(width), value, constant(native(width), mask_of(width)));
}

std::optional<Operand> Emitter::simplified(BvOp op, std::uint32_t width, Value left, Value right) {
  if (left.is_constant && right.is_constant)
    if (const auto bits = folded(op, width, left.bits, right.bits)) return constant(width, *bits);
  if (!right.is_constant) return std::nullopt;
  const bool neutral_zero = op == BvOp::Add || op == BvOp::Sub || op == BvOp::Or || op == BvOp::Xor ||
                            op == BvOp::Shl || op == BvOp::LShr || op == BvOp::AShr;
  if (neutral_zero && right.bits == 0) return left;
  if (op == BvOp::Mul && right.bits == 1) return left;
  if (op == BvOp::Mul && std::has_single_bit(static_cast<std::uint64_t>(right.bits)) && right.bits >> 64 == 0)
    return binary(BvOp::Shl, width, left,
                  constant(width, static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(right.bits)))));
  if (op == BvOp::Xor && width == 1 && is_last_relation(left)) {
    last_relation_->relation = negated(last_relation_->relation);
    code_.instrs.back().run = relation_handler(last_relation_->relation, last_relation_->width, last_relation_->form);
    return left;
  }
  return std::nullopt;
}

// Widths without instructions of their own: compute in the next larger one and truncate.
Operand Emitter::narrow_binary(BvOp op, std::uint32_t width, Value left, Value right) {
  const std::uint32_t wide = native(width);
  if (is_signed_op(op)) left = sign_extend(width, wide, left);
  if (op == BvOp::SDiv || op == BvOp::SRem) right = sign_extend(width, wide, right);
  const Value value = binary(op, wide, left, right);
  const bool fits =
      op == BvOp::And || op == BvOp::Or || op == BvOp::Xor || op == BvOp::UDiv || op == BvOp::URem || op == BvOp::LShr;
  return fits ? value : masked(width, value);
}

Operand Emitter::binary(BvOp op, std::uint32_t width, Value left, Value right) {
  if (left.is_constant && !right.is_constant && commutes(op)) std::swap(left, right);
  if (const auto simple = simplified(op, width, left, right)) return *simple;
  if (native(width) != width) return narrow_binary(op, width, left, right);
  const std::int32_t l = in_slot(width, left);
  if (right.is_constant && width <= 64) {
    const std::int32_t to = temporary(width);
    emit_immediate(binary_handler(op, width, Form::Immediate), to, l, static_cast<std::uint64_t>(right.bits));
    return result(to);
  }
  const std::int32_t r = in_slot(width, right);
  const std::int32_t to = temporary(width);
  emit(binary_handler(op, width, Form::Slots), to, l).c = r;
  return result(to);
}

Operand Emitter::compare(BvCompare relation, std::uint32_t width, Value left, Value right) {
  const bool is_signed = relation == BvCompare::SLt || relation == BvCompare::SLe;
  const std::uint32_t wide = native(width);
  if (is_signed && wide != width) {
    left = sign_extend(width, wide, left);
    right = sign_extend(width, wide, right);
  }
  switch (relation) {
  case BvCompare::Eq: return relate(Relation::Eq, wide, left, right);
  case BvCompare::ULt: return relate(Relation::ULt, wide, left, right);
  case BvCompare::ULe: return relate(Relation::ULe, wide, left, right);
  case BvCompare::SLt: return relate(Relation::SLt, wide, left, right);
  case BvCompare::SLe: return relate(Relation::SLe, wide, left, right);
  }
  unreachable();
}

Operand Emitter::relate(Relation relation, std::uint32_t width, Value left, Value right) {
  if (left.is_constant && !right.is_constant) {
    std::swap(left, right);
    relation = swapped(relation);
  }
  const Form form = right.is_constant && width <= 64 ? Form::Immediate : Form::Slots;
  const std::int32_t l = in_slot(width, left);
  const std::int32_t r = form == Form::Slots ? in_slot(width, right) : 0;
  const std::int32_t to = temporary(1);
  Instr& instr = emit(relation_handler(relation, width, form), to, l);
  if (form == Form::Slots)
    instr.c = r;
  else
    instr.immediate = static_cast<std::uint64_t>(right.bits);
  const Operand value = result(to);
  last_relation_ = LastRelation{relation, width, form};
  return value;
}

Operand Emitter::bit_not(std::uint32_t width, Value value) {
  return binary(BvOp::Xor, width, value, constant(width, mask_of(width)));
}

Operand Emitter::negate(std::uint32_t width, Value value) {
  if (width <= 64) return binary(BvOp::Mul, width, value, constant(width, mask_of(width)));
  return binary(BvOp::Sub, width, constant(width, 0), value);
}

Operand Emitter::zero_extend(std::uint32_t from, std::uint32_t to, Value value) {
  if (value.is_constant || slots_for(from) == slots_for(to)) return value;
  const std::int32_t slot = temporary(to);
  emit(widen_handler(), slot, value.slot);
  return result(slot);
}

Operand Emitter::sign_extend(std::uint32_t from, std::uint32_t to, Value value) {
  if (value.is_constant) return constant(to, sign_extended(from, value.bits));
  const std::int32_t slot = temporary(to);
  emit_immediate(sign_extend_handler(from, native(to)), slot, value.slot, from);
  return masked(to, result(slot));
}

Operand Emitter::extract(std::uint32_t from, std::uint32_t low, std::uint32_t count, Value value) {
  if (value.is_constant) return constant(count, value.bits >> low);
  if (from > 64 && (low + count <= 64 || low >= 64)) {
    last_.reset(); // the last instruction produced only half of the value
    return low < 64 ? extract(64, low, count, {.slot = value.slot})
                    : extract(from - 64, low - 64, count, {.slot = value.slot + 1});
  }
  const std::uint32_t wide = from > 64 ? 128 : 64;
  const Value shifted = binary(BvOp::LShr, wide, value, constant(wide, low));
  if (low + count == from) return shifted;
  if (from > 64 && count <= 64) return extract(128, 0, count, shifted);
  return binary(BvOp::And, wide, shifted, constant(wide, mask_of(count)));
}

Operand Emitter::concat(std::uint32_t high_width, Value high, std::uint32_t low_width, Value low) {
  const std::uint32_t wide = high_width + low_width > 64 ? 128 : 64;
  const Value upper = binary(BvOp::Shl, wide, zero_extend(high_width, wide, high), constant(wide, low_width));
  return binary(BvOp::Or, wide, upper, zero_extend(low_width, wide, low));
}

Operand Emitter::multiplication_overflows(std::uint32_t width, Value left, Value right) {
  const std::uint32_t wide = native(width);
  require(wide == width, "overflow of products should be asked for promoted types");
  const std::int32_t l = in_slot(width, left), r = in_slot(width, right), to = temporary(1);
  emit(overflow_handler(width), to, l).c = r;
  return result(to);
}

// Floats.

namespace {
std::uint32_t width_of(FloatKind kind) { return kind == FloatKind::Float ? 32 : kind == FloatKind::Double ? 64 : 80; }
} // namespace

Operand Emitter::float_constant(FloatKind kind, long double value) {
  return {.is_constant = true, .bits = semantics::float_to_bits(kind, value)};
}

Operand Emitter::float_binary(FloatOp op, FloatKind kind, Value left, Value right) {
  const std::uint32_t width = width_of(kind);
  const std::int32_t l = in_slot(width, left), r = in_slot(width, right), to = temporary(width);
  emit(float_binary_handler(op, kind), to, l).c = r;
  return result(to);
}

Operand Emitter::float_compare(FloatCompare relation, FloatKind kind, Value left, Value right) {
  const std::uint32_t width = width_of(kind);
  const std::int32_t l = in_slot(width, left), r = in_slot(width, right), to = temporary(1);
  emit(float_relation_handler(relation, kind), to, l).c = r;
  return result(to);
}

Operand Emitter::float_negate(FloatKind kind, Value value) {
  const std::int32_t from = in_slot(width_of(kind), value), to = temporary(width_of(kind));
  emit(float_negate_handler(kind), to, from);
  return result(to);
}

Operand Emitter::float_convert(FloatKind from, FloatKind to, Value value) {
  const std::int32_t source = in_slot(width_of(from), value), target = temporary(width_of(to));
  emit(float_convert_handler(from, to), target, source);
  return result(target);
}

Operand Emitter::float_from_integer(FloatKind kind, Signedness sign, std::uint32_t width, Value value) {
  const std::uint32_t wide = width > 64 ? 128 : 64;
  if (wide != width)
    value = sign == Signedness::Signed ? sign_extend(width, wide, value) : zero_extend(width, wide, value);
  const std::int32_t from = in_slot(wide, value), to = temporary(width_of(kind));
  emit(float_from_integer_handler(kind, sign, wide), to, from);
  return result(to);
}

Operand Emitter::integer_from_float(std::uint32_t width, Signedness sign, FloatKind kind, Value value) {
  const std::int32_t from = in_slot(width_of(kind), value), to = temporary(width);
  emit_immediate(integer_from_float_handler(sign, kind), to, from, width);
  return result(to);
}

// Control.

std::uint32_t Emitter::jump_on_relation(Relation relation) {
  Instr& instr = code_.instrs.back();
  instr.run = jump_relation_handler(relation, last_relation_->width, last_relation_->form);
  return label() - 1;
}

std::uint32_t Emitter::jump_unless(Value condition) {
  if (is_last_relation(condition)) return jump_on_relation(negated(last_relation_->relation));
  const std::int32_t slot = in_slot(1, condition);
  emit(jump_if_zero_handler(), 0, slot);
  return label() - 1;
}

std::uint32_t Emitter::jump_if(Value condition) {
  if (is_last_relation(condition)) return jump_on_relation(last_relation_->relation);
  const std::int32_t slot = in_slot(1, condition);
  emit_immediate(jump_relation_handler(Relation::Ne, 64, Form::Immediate), 0, slot, 0);
  return label() - 1;
}

void Emitter::check(Check check, Value holds, const Expr&) {
  if (holds.is_constant && holds.bits != 0) return;
  const std::int32_t slot = in_slot(1, holds);
  emit_immediate(check_handler(), slot, 0, static_cast<std::uint64_t>(check));
}

// Variables and memory.

Operand Emitter::read(const Variable& variable) {
  if (variable.is_global()) {
    const std::int32_t slot = temporary(variable.type->width());
    emit(load_global_handler(variable.type->width()), slot, *image_.global_slot(variable));
    return result(slot);
  }
  const std::int32_t slot = locals_.at(&variable);
  if (maybe_uninitialised_ != nullptr &&
      std::find(maybe_uninitialised_->begin(), maybe_uninitialised_->end(), &variable) != maybe_uninitialised_->end())
    emit_data(check_written_handler(), flags_.at(&variable), &variable).b = slot;
  return {.slot = slot};
}

void Emitter::write(const Variable& variable, Value value) {
  const std::uint32_t width = variable.type->width();
  if (variable.is_global()) {
    const std::int32_t from = in_slot(width, value);
    emit(store_global_handler(width), from, *image_.global_slot(variable));
    return;
  }
  move_to(locals_.at(&variable), width, value);
  if (const auto flag = flag_of(variable)) emit_immediate(constant_handler(), *flag, 0, 1);
}

Operand Emitter::address_of(const Variable& variable) {
  if (variable.is_global()) return constant(pointer_width(), image_.global_address(variable));
  return {.slot = locals_.at(&variable)};
}

Operand Emitter::address_of(const Function& function) {
  return constant(pointer_width(), image_.entry(function).address);
}

Operand Emitter::fixed_address(const At& at) {
  return binary(BvOp::Add, pointer_width(), at.base,
                constant(pointer_width(), static_cast<UInt128>(static_cast<Int128>(at.offset))));
}

Operand Emitter::load(const At& at, Access access) {
  const Value base = at.base.is_constant ? fixed_address(at) : at.base;
  const std::uint64_t offset = at.base.is_constant ? 0 : static_cast<std::uint64_t>(at.offset);
  const std::int32_t from = in_slot(pointer_width(), base);
  const bool is_pointer = access.lvalue.type().is_pointer() && access.use == LoadUse::Value;
  if (notes_addresses() && !is_pointer)
    emit_pointer_bytes(note_pointer_bytes_handler(pointers()), from, access, offset);
  const std::int32_t to = temporary(access.bits);
  emit_immediate(is_pointer ? load_pointer_handler(pointers()) : load_handler(access.bits, access.use, pointers()), to,
                 from, offset);
  return result(to);
}

void Emitter::store(const At& at, Access access, Value value) {
  const Value base = at.base.is_constant ? fixed_address(at) : at.base;
  const std::uint64_t offset = at.base.is_constant ? 0 : static_cast<std::uint64_t>(at.offset);
  const std::int32_t from = in_slot(access.bits, value);
  const std::int32_t to = in_slot(pointer_width(), base);
  emit_immediate(store_handler(access.bits, pointers()), from, to, offset);
  if (notes_addresses() && access.lvalue.type().is_pointer())
    emit_pointer_bytes(mark_pointer_handler(pointers()), to, access, offset);
}

void Emitter::emit_pointer_bytes(Handler handler, std::int32_t address, Access access, std::uint64_t offset) {
  emit_immediate(handler, address, static_cast<std::int32_t>((access.bits + 7) / 8), offset);
}

Operand Emitter::answer(MemoryQuestion question, const Object& object) {
  const std::int32_t to = temporary(pointer_width());
  emit(memory_question_handler(question), to, object.slot);
  return result(to);
}

Operand Emitter::object_is(ObjectFact fact, const Object& object) {
  switch (fact) {
  case ObjectFact::Exists: return answer(MemoryQuestion::Exists, object);
  case ObjectFact::Readable: return answer(MemoryQuestion::IsReadable, object);
  case ObjectFact::Writable: return answer(MemoryQuestion::IsWritable, object);
  case ObjectFact::Allocated: return answer(MemoryQuestion::IsAllocated, object);
  }
  unreachable();
}

Operand Emitter::blocks_are(BlocksFact fact) {
  const std::int32_t to = temporary(1);
  emit(blocks_handler(fact), to);
  return result(to);
}

void Emitter::copy(const At& to, const Expr&, const At& from, const Expr&, std::uint64_t size) {
  const std::int32_t source = in_slot(pointer_width(), fixed_address(from));
  const std::int32_t target = in_slot(pointer_width(), fixed_address(to));
  emit_immediate(copy_handler(), target, source, size);
}

void Emitter::fill_zero(const At& to, const Expr&, std::uint64_t size) {
  const std::int32_t target = in_slot(pointer_width(), fixed_address(to));
  emit_immediate(fill_zero_handler(), target, 0, size);
}

void Emitter::store_bytes(const At& to, const Expr&, std::string_view bytes) {
  const std::int32_t target = in_slot(pointer_width(), fixed_address(to));
  emit_data(store_bytes_handler(), target, &code_.strings.emplace_back(bytes));
}

} // namespace tandem::semantics::interpreter
