// The second half of lowering.h: places, loads and stores, assignment of aggregates, bit-fields.
#pragma once

#include "semantics/lowering.h"

namespace tandem::semantics {

template <Target T> bool Lowering<T>::is_bit_field(const Expr& place) {
  return place.kind() == ExprKind::Field && place.operand(0).type().fields()[place.field_index()].is_bit_field();
}

template <Target T> auto Lowering<T>::locate(const Expr& place, Purpose purpose) -> Address<Value> {
  switch (place.kind()) {
  case ExprKind::Variable: return {target_.address_of(place.variable()), 0};
  case ExprKind::Deref: return locate_deref(place, purpose);
  case ExprKind::Field: return locate_field(place, purpose);
  case ExprKind::Index: return locate_index(place, purpose);
  case ExprKind::Conditional: return locate_choice(place);
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::String:
  case ExprKind::Zero:
  case ExprKind::AddressOf:
  case ExprKind::FunctionAddress:
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::Cast: break;
  }
  unreachable("only places and aggregate choices should be located");
}

template <Target T> auto Lowering<T>::locate_deref(const Expr& place, Purpose purpose) -> Address<Value> {
  const Value pointer = value(place.operand(0));
  if (purpose == Purpose::Access && target_.wants(Check::NullDereference))
    target_.check(Check::NullDereference, not_bit(is_zero(place.operand(0).type(), pointer)), place);
  return {pointer, 0};
}

template <Target T> auto Lowering<T>::locate_field(const Expr& place, Purpose purpose) -> Address<Value> {
  require(!is_bit_field(place), "a bit-field should have no address");
  Address<Value> record = locate(place.operand(0), inside(purpose));
  record.offset += static_cast<std::int64_t>(place.operand(0).type().fields()[place.field_index()].offset_bits / 8);
  return record;
}

template <Target T> auto Lowering<T>::locate_index(const Expr& place, Purpose purpose) -> Address<Value> {
  const Expr& array = place.operand(0);
  const Expr& index = place.operand(1);
  const std::uint64_t size = place.type().size();
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
    target_.check(Check::ArrayBounds, target_.compare(order, pointer_width(), wide, length), place);
  }
  at.base = target_.binary(BvOp::Add, pointer_width(), at.base, offset_in_bytes(index_type, position, size));
  return at;
}

template <Target T> auto Lowering<T>::locate_choice(const Expr& value) -> Address<Value> {
  const auto arm = [&](std::size_t i) { return [this, &value, i] { return pointer_to(address(value.operand(i))); }; };
  return {target_.choose(pointer_width(), condition(value.operand(0)), arm(1), arm(2)), 0};
}

// In memory _Bool takes a byte, of which the lowest bit counts.
template <Target T> std::uint32_t Lowering<T>::storage_bits(const Type& type) {
  return type.is_bool() ? 8 : type.width();
}

template <Target T> auto Lowering<T>::load(const Address<Value>& at, const Expr& place) -> Value {
  const Type& type = place.type();
  const Value bits = target_.load(at, Access{place, storage_bits(type)});
  if (type.is_bool()) return target_.extract(8, 0, 1, bits);
  return type.is_float() ? target_.float_from_bits(type.float_kind(), bits) : bits;
}

template <Target T> void Lowering<T>::store(const Address<Value>& at, const Expr& place, Value value) {
  const Type& type = place.type();
  Value bits = value;
  if (type.is_bool()) bits = target_.zero_extend(1, 8, value);
  if (type.is_float()) bits = target_.float_to_bits(type.float_kind(), value);
  target_.store(at, Access{place, storage_bits(type)}, bits);
}

template <Target T> auto Lowering<T>::read(const Expr& place) -> Value {
  if (place.kind() == ExprKind::Variable && target_.is_register(place.variable()))
    return target_.read(place.variable());
  if (is_bit_field(place)) return load_bit_field(place);
  return load(address(place), place);
}

template <Target T> void Lowering<T>::write(const Expr& place, Value value) {
  if (place.kind() == ExprKind::Variable && target_.is_register(place.variable()))
    target_.write(place.variable(), value);
  else if (is_bit_field(place))
    store_bit_field(place, value);
  else
    store(address(place), place, value);
}

template <Target T> void Lowering<T>::assign(const Expr& place, const Expr& value) {
  if (place.type().is_scalar()) return write(place, this->value(value));
  const Address<Value> to = address(place);
  const std::uint64_t size = place.type().size();
  if (value.kind() == ExprKind::Zero) return target_.fill_zero(to, place, size);
  if (value.kind() == ExprKind::String) {
    std::string bytes = value.string_value();
    bytes.resize(size, '\0');
    return target_.store_bytes(to, place, bytes);
  }
  target_.copy(to, place, address(value), value, size);
}

// Bit-fields: the covering bytes, in runs of 8, 4, 2 and 1, lowest first; fields of packed records may straddle runs.

template <Target T> auto Lowering<T>::pieces(const Field& field) -> std::vector<Piece> {
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

template <Target T> auto Lowering<T>::locate_bit_field(const Expr& place) -> BitField {
  return {address(place.operand(0)), &place.operand(0).type().fields()[place.field_index()]};
}

template <Target T> auto Lowering<T>::load_bit_field(const Expr& place) -> Value {
  const BitField at = locate_bit_field(place);
  std::optional<Value> result;
  std::uint32_t width = 0;
  for (const Piece& piece : pieces(*at.field)) {
    const Address<Value> from{at.record.base, at.record.offset + piece.byte};
    Value bits = target_.load(from, Access{place, piece.bits});
    if (piece.count != piece.bits) bits = target_.extract(piece.bits, piece.low, piece.count, bits);
    result = result ? target_.concat(piece.count, bits, width, *result) : bits;
    width += piece.count;
  }
  require(result.has_value(), "a bit-field that is read should have bits");
  return resize(width, place.type().width(), place.type().is_signed() ? Signedness::Signed : Signedness::Unsigned,
                *result);
}

template <Target T> void Lowering<T>::store_bit_field(const Expr& place, Value value) {
  const BitField at = locate_bit_field(place);
  const std::uint32_t width = place.type().width();
  std::uint32_t done = 0;
  for (const Piece& piece : pieces(*at.field)) {
    const Address<Value> to{at.record.base, at.record.offset + piece.byte};
    Value bits = piece.count == width ? value : target_.extract(width, done, piece.count, value);
    done += piece.count;
    std::uint32_t have = piece.count;
    if (piece.count != piece.bits) {
      const Value old = target_.load(to, Access{place, piece.bits, LoadUse::Update});
      if (piece.low != 0) {
        bits = target_.concat(have, bits, piece.low, target_.extract(piece.bits, 0, piece.low, old));
        have += piece.low;
      }
      if (have != piece.bits)
        bits = target_.concat(piece.bits - have, target_.extract(piece.bits, have, piece.bits - have, old), have, bits);
    }
    target_.store(to, Access{place, piece.bits}, bits);
  }
}

} // namespace tandem::semantics
