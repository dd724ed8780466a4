// The second half of expr_evaluator.h: lvalues, loads and stores, assignment of aggregates, bit-fields.
#pragma once

#include "semantics/core/expr_evaluator.h"

namespace tandem::semantics {

template <Target T> bool ExprEvaluator<T>::is_bit_field(const Expr& lvalue) {
  return lvalue.kind() == ExprKind::Field && lvalue.operand(0).type().fields()[lvalue.field_index()].is_bit_field();
}

template <Target T> auto ExprEvaluator<T>::locate(const Expr& lvalue, Purpose purpose) -> Address<Value> {
  switch (lvalue.kind()) {
  case ExprKind::Variable: return {target_.address_of(lvalue.variable()), 0};
  case ExprKind::Deref: return locate_deref(lvalue, purpose);
  case ExprKind::Field: return locate_field(lvalue, purpose);
  case ExprKind::Index: return locate_index(lvalue, purpose);
  case ExprKind::Conditional: return locate_choice(lvalue);
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::String:
  case ExprKind::Zero:
  case ExprKind::AddressOf:
  case ExprKind::FunctionAddress:
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::Cast:
  case ExprKind::Query: break;
  }
  unreachable("only lvalues and aggregate choices should be located");
}

template <Target T> auto ExprEvaluator<T>::locate_deref(const Expr& lvalue, Purpose purpose) -> Address<Value> {
  const Value pointer = value(lvalue.operand(0));
  if (purpose == Purpose::Access && target_.wants(Check::NullDereference))
    target_.check(Check::NullDereference, not_bit(is_zero(lvalue.operand(0).type(), pointer)), lvalue);
  return {pointer, 0};
}

template <Target T> auto ExprEvaluator<T>::locate_field(const Expr& lvalue, Purpose purpose) -> Address<Value> {
  require(!is_bit_field(lvalue), "a bit-field should have no address");
  Address<Value> record = locate(lvalue.operand(0), inside(purpose));
  record.offset += static_cast<std::int64_t>(lvalue.operand(0).type().fields()[lvalue.field_index()].offset_bits / 8);
  return record;
}

template <Target T> auto ExprEvaluator<T>::locate_index(const Expr& lvalue, Purpose purpose) -> Address<Value> {
  const Expr& array = lvalue.operand(0);
  const Expr& index = lvalue.operand(1);
  const std::uint64_t size = lvalue.type().size();
  Address<Value> at = locate(array, inside(purpose));
  const Type& index_type = index.type();
  const bool bounded = array.type().has_length() && target_.wants(Check::ArrayBounds);
  if (index.kind() == ExprKind::Integer && !bounded) {
    at.offset += static_cast<std::int64_t>(static_cast<std::uint64_t>(index.value()) * size);
    return at;
  }
  const Value position = value(index);
  if (bounded) {
    const Value wide = resize(index_type, pointer_width(), position);
    const Value length = target_.constant(pointer_width(), array.type().length());
    const BvCompare order = purpose == Purpose::Address ? BvCompare::ULe : BvCompare::ULt;
    target_.check(Check::ArrayBounds, target_.compare(order, pointer_width(), wide, length), lvalue);
  }
  at.base = target_.binary(BvOp::Add, pointer_width(), at.base, offset_in_bytes(index_type, position, size));
  return at;
}

template <Target T> auto ExprEvaluator<T>::locate_choice(const Expr& value) -> Address<Value> {
  const auto arm = [&](std::size_t i) { return [this, &value, i] { return pointer_to(address(value.operand(i))); }; };
  return {target_.choose(pointer_width(), condition(value.operand(0)), arm(1), arm(2)), 0};
}

// In memory _Bool occupies a byte, of which only the lowest bit is significant.
template <Target T> std::uint32_t ExprEvaluator<T>::storage_bits(const Type& type) {
  return type.is_bool() ? 8 : type.width();
}

template <Target T> auto ExprEvaluator<T>::load(const Address<Value>& at, const Expr& lvalue) -> Value {
  const Type& type = lvalue.type();
  const Value bits = target_.load(at, Access{lvalue, storage_bits(type)});
  if (type.is_bool()) return target_.extract(8, 0, 1, bits);
  return type.is_float() ? target_.float_from_bits(type.float_kind(), bits) : bits;
}

template <Target T> void ExprEvaluator<T>::store(const Address<Value>& at, const Expr& lvalue, Value value) {
  const Type& type = lvalue.type();
  Value bits = value;
  if (type.is_bool()) bits = target_.zero_extend(1, 8, value);
  if (type.is_float()) bits = target_.float_to_bits(type.float_kind(), value);
  target_.store(at, Access{lvalue, storage_bits(type)}, bits);
}

template <Target T> auto ExprEvaluator<T>::read(const Expr& lvalue) -> Value {
  if (lvalue.kind() == ExprKind::Variable && target_.is_register(lvalue.variable()))
    return target_.read(lvalue.variable());
  if (is_bit_field(lvalue)) return load_bit_field(lvalue);
  return load(address(lvalue), lvalue);
}

template <Target T> void ExprEvaluator<T>::write(const Expr& lvalue, Value value) {
  if (lvalue.kind() == ExprKind::Variable && target_.is_register(lvalue.variable()))
    target_.write(lvalue.variable(), value);
  else if (is_bit_field(lvalue))
    store_bit_field(lvalue, value);
  else
    store(address(lvalue), lvalue, value);
}

template <Target T> void ExprEvaluator<T>::assign(const Expr& lvalue, const Expr& value) {
  if (lvalue.type().is_scalar()) return write(lvalue, this->value(value));
  const Address<Value> to = address(lvalue);
  const std::uint64_t size = lvalue.type().size();
  if (value.kind() == ExprKind::Zero) return target_.fill_zero(to, lvalue, size);
  if (value.kind() == ExprKind::String) {
    std::string bytes = value.string_value();
    bytes.resize(size, '\0');
    return target_.store_bytes(to, lvalue, bytes);
  }
  target_.copy(to, lvalue, address(value), value, size);
}

// Bit-fields: the bytes they cover, in units of 8, 4, 2 and 1, lowest first; fields of packed records may straddle
// units.

template <Target T> auto ExprEvaluator<T>::pieces(const Field& field) -> std::vector<Piece> {
  std::vector<Piece> result;
  const std::uint64_t end = field.offset_bits + *field.bit_width;
  const std::uint64_t end_byte = (end + 7) / 8;
  std::uint64_t bit = field.offset_bits;
  std::uint64_t byte = bit / 8;
  while (byte < end_byte) {
    const std::uint64_t bytes = std::min<std::uint64_t>(std::bit_floor(end_byte - byte), 8);
    const std::uint64_t next = std::min((byte + bytes) * 8, end);
    result.push_back({static_cast<std::int64_t>(byte), static_cast<std::uint32_t>(bytes * 8),
                      static_cast<std::uint32_t>(bit - byte * 8), static_cast<std::uint32_t>(next - bit)});
    bit = next;
    byte += bytes;
  }
  return result;
}

template <Target T> auto ExprEvaluator<T>::locate_bit_field(const Expr& lvalue) -> BitField {
  return {address(lvalue.operand(0)), &lvalue.operand(0).type().fields()[lvalue.field_index()]};
}

template <Target T> auto ExprEvaluator<T>::load_bit_field(const Expr& lvalue) -> Value {
  const BitField at = locate_bit_field(lvalue);
  std::optional<Value> result;
  std::uint32_t width = 0;
  for (const Piece& piece : pieces(*at.field)) {
    const Address<Value> from{at.record.base, at.record.offset + piece.byte};
    Value bits = target_.load(from, Access{lvalue, piece.bits});
    if (piece.count != piece.bits) bits = target_.extract(piece.bits, piece.low, piece.count, bits);
    result = result ? target_.concat(piece.count, bits, width, *result) : bits;
    width += piece.count;
  }
  require(result.has_value(), "a bit-field that is read should have bits");
  return resize(width, lvalue.type().width(), lvalue.type().is_signed() ? Signedness::Signed : Signedness::Unsigned,
                *result);
}

template <Target T> void ExprEvaluator<T>::store_bit_field(const Expr& lvalue, Value value) {
  const BitField at = locate_bit_field(lvalue);
  const std::uint32_t width = lvalue.type().width();
  std::uint32_t done = 0;
  for (const Piece& piece : pieces(*at.field)) {
    const Address<Value> to{at.record.base, at.record.offset + piece.byte};
    Value bits = piece.count == width ? value : target_.extract(width, done, piece.count, value);
    done += piece.count;
    std::uint32_t have = piece.count;
    if (piece.count != piece.bits) {
      const Value old = target_.load(to, Access{lvalue, piece.bits, LoadUse::Update});
      if (piece.low != 0) {
        bits = target_.concat(have, bits, piece.low, target_.extract(piece.bits, 0, piece.low, old));
        have += piece.low;
      }
      if (have != piece.bits)
        bits = target_.concat(piece.bits - have, target_.extract(piece.bits, have, piece.bits - have, old), have, bits);
    }
    target_.store(to, Access{lvalue, piece.bits}, bits);
  }
}

} // namespace tandem::semantics
