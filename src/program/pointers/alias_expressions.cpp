// Expressions as constraints: where lvalues lie and what values may point to. Constant distances are added to offsets
// exactly, modulo the width of addresses and also through casts to integers and back, which is what makes container_of
// and offsetof precise; an unknown index or distance makes the array repeat instead. Arithmetic on an integer that
// carries a pointer loses the offset (Solver::compute), but not the object.

#include "program/pointers/alias_constraints.h"

#include "base/core/require.h"

#include <algorithm>

namespace tandem::pointers {

namespace {

// Beyond this, an offset is treated as unknown; sums of such offsets cannot overflow.
constexpr std::int64_t largest_offset = std::int64_t{1} << 40;
constexpr int deepest_constant = 64;

std::optional<Int128> constant_of(const Expr& expr, int depth);

std::optional<Int128> constant_lvalue_address(const Expr& lvalue, int depth) {
  if (depth == 0) return std::nullopt;
  if (lvalue.kind() == ExprKind::Deref) return constant_of(lvalue.operand(0), depth - 1);
  if (lvalue.kind() != ExprKind::Field) return std::nullopt;
  const auto base = constant_lvalue_address(lvalue.operand(0), depth - 1);
  if (!base) return std::nullopt;
  return *base + field_range(lvalue.operand(0).type(), lvalue.field_index()).low;
}

std::optional<Int128> constant_sum(const Expr& expr, int depth) {
  const auto left = constant_of(expr.operand(0), depth - 1);
  const auto right = constant_of(expr.operand(1), depth - 1);
  if (!left || !right) return std::nullopt;
  const BinaryOp op = expr.binary_op();
  if (op == BinaryOp::Add) return *left + *right;
  if (op == BinaryOp::Sub) return *left - *right;
  if (op == BinaryOp::Mul) return static_cast<std::int64_t>(*left) * Int128{static_cast<std::int64_t>(*right)};
  if (op == BinaryOp::PtrAdd) return *left + *right * element_size(expr.type().element());
  return std::nullopt;
}

Int128 wrapped(Int128 value, const Type& type) {
  if (!type.is_integer() && !type.is_pointer()) return value;
  const std::uint32_t width = type.width();
  if (width >= 128) return value;
  const UInt128 bits = static_cast<UInt128>(value) & ((UInt128{1} << width) - 1);
  const UInt128 sign = UInt128{1} << (width - 1);
  return type.is_signed() ? static_cast<Int128>((bits ^ sign) - sign) : static_cast<Int128>(bits);
}

std::optional<Int128> constant_of(const Expr& expr, int depth) {
  if (depth == 0 || !(expr.type().is_integer() || expr.type().is_pointer())) return std::nullopt;
  std::optional<Int128> result;
  if (expr.kind() == ExprKind::Integer) result = expr.value();
  if (expr.kind() == ExprKind::AddressOf) result = constant_lvalue_address(expr.operand(0), depth - 1);
  if (expr.kind() == ExprKind::Cast && !expr.type().is_bool()) result = constant_of(expr.operand(0), depth - 1);
  if (expr.kind() == ExprKind::Binary) result = constant_sum(expr, depth);
  if (expr.kind() == ExprKind::Unary && expr.unary_op() == UnaryOp::Negate) {
    result = constant_of(expr.operand(0), depth - 1);
    if (result) result = -*result;
  }
  if (result) result = wrapped(*result, expr.type());
  return result;
}

// The range of a field and its neighbours of the same type, from the field's start: what code that treats such fields
// as an array may reach.
Range run_of(const Type& record, std::uint32_t index) {
  const auto& fields = record.fields();
  const Type* type = fields[index].type;
  const std::uint64_t bits = type->size() * 8;
  const auto continues = [&](std::uint32_t at, std::uint32_t next) {
    return fields[next].type == type && !fields[next].is_bit_field() &&
           fields[next].offset_bits == fields[at].offset_bits + bits;
  };
  std::uint32_t first = index, last = index;
  if (record.is_union()) return {0, static_cast<std::int64_t>(type->size())};
  while (first > 0 && !fields[first - 1].is_bit_field() && continues(first - 1, first) &&
         fields[first - 1].type == type)
    --first;
  while (last + 1 < fields.size() && continues(last, last + 1)) ++last;
  const auto start = static_cast<std::int64_t>(fields[index].offset_bits / 8);
  return {static_cast<std::int64_t>(fields[first].offset_bits / 8) - start,
          static_cast<std::int64_t>((fields[last].offset_bits + bits) / 8) - start};
}

// Bytes to move by, modulo the width of addresses.
std::optional<std::int64_t> distance(std::optional<std::int64_t> count, std::int64_t element, const Type& pointer) {
  if (!count) return std::nullopt;
  const UInt128 bits = static_cast<UInt128>(Int128{*count} * element);
  const std::int64_t bytes = pointer.width() == 32 ? static_cast<std::int32_t>(bits) : static_cast<std::int64_t>(bits);
  if (bytes <= -largest_offset || bytes >= largest_offset) return std::nullopt;
  return bytes;
}

} // namespace

// No object lies on the first page of memory, nor on the last one, where Linux has error numbers.
bool is_literal_address(const Expr& pointer) {
  constexpr Int128 page = 4096;
  const auto value = constant_of(pointer, deepest_constant);
  return value && *value >= page && *value <= (Int128{1} << pointer.type().width()) - page;
}

std::int64_t element_size(const Type& type) {
  return std::max<std::int64_t>(static_cast<std::int64_t>(type.size()), 1);
}

std::optional<std::int64_t> constant_value(const Expr& expr) {
  const auto value = constant_of(expr, deepest_constant);
  if (!value) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

Range field_range(const Type& record, std::uint32_t index) {
  const Field& field = record.fields()[index];
  const auto low = static_cast<std::int64_t>(field.offset_bits / 8);
  if (field.is_bit_field()) return {low, static_cast<std::int64_t>((field.offset_bits + *field.bit_width + 7) / 8)};
  const bool is_last = index + 1 == record.fields().size() && !record.is_union();
  const bool is_flexible =
      is_last && field.type->is_array() && (!field.type->has_length() || field.type->length() <= 1);
  return {low, is_flexible ? endless : low + static_cast<std::int64_t>(field.type->size())};
}

void Constraints::evaluate(const Expr& expr) {
  if (expr.is_lvalue()) {
    lvalue_spots_[expr.id()] = evaluate_lvalue(expr);
    if ((uses_[expr.id()] & AsValue) != 0 && expr.type().is_scalar()) values_[expr.id()] = touch(expr);
  } else {
    values_[expr.id()] = evaluate_value(expr);
  }
}

Spot Constraints::evaluate_lvalue(const Expr& expr) {
  if (expr.kind() == ExprKind::Variable) return {variable_block(expr.variable()), 0};
  if (expr.kind() == ExprKind::Index) return index_lvalue(expr);
  if (expr.kind() == ExprKind::Field) {
    const Spot record = spot_of(expr.operand(0));
    solver_.use(record, static_cast<std::int64_t>(expr.operand(0).type().size()));
    return {record.block, record.offset + field_range(expr.operand(0).type(), expr.field_index()).low};
  }
  const Expr& pointer = expr.operand(0);
  PointerId value = value_of(pointer).pointer;
  if (value == none || is_literal_address(pointer)) {
    // A constant address: nothing is stored at the null pointer, and any other address is environment memory.
    const bool is_null = constant_value(pointer) == 0;
    value = is_null ? solver_.add_pointer() : solver_.environment_pointer();
    accesses_literal_ |= !is_null;
  }
  const Spot spot = solver_.pointee(value);
  if (expr.type().is_record()) solver_.reach(spot, static_cast<std::int64_t>(expr.type().size()));
  return spot;
}

// A constant index is an offset like any other; only an unknown one makes the block repeat.
Spot Constraints::index_lvalue(const Expr& expr) {
  const Expr& array = expr.operand(0);
  const Spot spot = spot_of(array);
  const std::int64_t stride = element_size(array.type().element());
  if (const auto index = constant_value(expr.operand(1)); index && std::abs(*index) < largest_offset / stride)
    return {spot.block, spot.offset + *index * stride};
  if (array.kind() == ExprKind::Field) {
    const Range range = field_range(array.operand(0).type(), array.field_index());
    return solver_.array_member(spot, std::max(range.size(), stride), stride);
  }
  if (array.kind() == ExprKind::Index) return solver_.array_member(spot, element_size(array.type()), stride);
  solver_.repeat(spot.block, stride);
  return spot;
}

Content Constraints::touch(const Expr& lvalue) {
  const Spot spot = spot_of(lvalue);
  if (lvalue.kind() == ExprKind::Deref) solver_.reach(spot, static_cast<std::int64_t>(lvalue.type().size()));
  if (lvalue.kind() == ExprKind::Field) {
    const Type& record = lvalue.operand(0).type();
    if (record.fields()[lvalue.field_index()].is_bit_field())
      return solver_.access(spot, field_range(record, lvalue.field_index()).size(), &lvalue.type(), Bits::Some);
  }
  return solver_.access(spot, static_cast<std::int64_t>(lvalue.type().size()), &lvalue.type());
}

Content Constraints::evaluate_value(const Expr& expr) {
  if (expr.type().is_pointer() && is_literal_address(expr)) return {.pointer = solver_.literal_address()};
  switch (expr.kind()) {
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::String:
  case ExprKind::Zero: return {};
  case ExprKind::AddressOf: return address_value(expr);
  case ExprKind::FunctionAddress: return {.pointer = solver_.pointer_to({function_block(expr.function()), 0})};
  case ExprKind::Unary:
    return expr.unary_op() == UnaryOp::LogicalNot ? Content() : computed(value_of(expr.operand(0)), {});
  case ExprKind::Binary: return binary_value(expr);
  case ExprKind::Cast: return cast_value(expr);
  case ExprKind::Conditional:
    return expr.type().is_scalar() ? joined(value_of(expr.operand(1)), value_of(expr.operand(2))) : Content();
  case ExprKind::Query: return {};
  case ExprKind::Variable:
  case ExprKind::Deref:
  case ExprKind::Field:
  case ExprKind::Index: break;
  }
  unreachable("an lvalue should not be evaluated as an operator");
}

Content Constraints::address_value(const Expr& expr) {
  if (constant_value(expr)) return {}; // offsetof
  const Expr& lvalue = expr.operand(0);
  const Spot spot = spot_of(lvalue);
  // Of an array, the address of its first element is the address of the array.
  const bool is_first = lvalue.kind() == ExprKind::Index && constant_value(lvalue.operand(1)) == 0;
  const Expr& member = is_first ? lvalue.operand(0) : lvalue;
  if (member.kind() != ExprKind::Field) return {.pointer = solver_.pointer_to(spot)};
  const Type& record = member.operand(0).type();
  const std::int64_t size = field_range(record, member.field_index()).size();
  if (size == 0) return {.pointer = solver_.pointer_to(spot)};
  const Spot target = member.type().is_array() ? solver_.array_member(spot, size, 0)
                                               : solver_.member(spot, size, run_of(record, member.field_index()));
  return {.pointer = solver_.pointer_to(target)};
}

Content Constraints::binary_value(const Expr& expr) {
  const Content &left = value_of(expr.operand(0)), &right = value_of(expr.operand(1));
  switch (kind_of(expr.binary_op())) {
  case BinaryKind::Arithmetic:
  case BinaryKind::Division:
  case BinaryKind::Bitwise: return computed(left, right);
  case BinaryKind::Shift: return computed(left, right);
  case BinaryKind::Comparison:
    if (!left.is_empty() || !right.is_empty()) comparisons_.emplace_back(left, right);
    return {};
  case BinaryKind::Logical:
  case BinaryKind::PointerDifference: return {};
  case BinaryKind::PointerSum: return pointer_sum(expr);
  }
  unreachable();
}

Content Constraints::pointer_sum(const Expr& expr) {
  const PointerId base = value_of(expr.operand(0)).pointer;
  const Content& index = value_of(expr.operand(1));
  const std::int64_t element = element_size(expr.type().element());
  if (base != none)
    return {.pointer = moved(base, distance(constant_value(expr.operand(1)), element, expr.type()), element)};
  if (index.integer == none) return {};
  // (char *)0 + address
  return {.pointer = solver_.make_pointer(computed(index, {}).integer)};
}

Content Constraints::cast_value(const Expr& expr) {
  const Expr& operand = expr.operand(0);
  const Content& value = value_of(operand);
  if (value.is_empty() || expr.type().is_bool()) return {};
  if (expr.type().is_pointer() == operand.type().is_pointer()) {
    const bool loses_precision = expr.type().is_float() || operand.type().is_float();
    return loses_precision ? computed(value, {}) : value;
  }
  if (expr.type().is_pointer()) {
    if (const auto direct = round_trip(operand)) return {.pointer = *direct};
    return {.pointer = solver_.make_pointer(value.integer)};
  }
  const IntegerId integer = solver_.add_integer();
  solver_.put_inside(integer, value.pointer);
  return {.integer = integer};
}

// An integer that is visibly a pointer, perhaps with a constant added, keeps its exact target.
std::optional<PointerId> Constraints::round_trip(const Expr& integer) {
  const std::uint32_t width = program_.context().types().pointer_to(integer.type()).width();
  const Expr* at = &integer;
  Int128 added = 0;
  while (at->type().is_integer() && at->type().width() >= width) {
    if (at->kind() == ExprKind::Cast) {
      at = &at->operand(0);
    } else if (at->kind() == ExprKind::Binary && at->binary_op() == BinaryOp::Sub) {
      const auto right = constant_value(at->operand(1));
      if (!right) return std::nullopt;
      added -= *right;
      at = &at->operand(0);
    } else if (at->kind() == ExprKind::Binary && at->binary_op() == BinaryOp::Add) {
      const auto left = constant_value(at->operand(0)), right = constant_value(at->operand(1));
      if (left.has_value() == right.has_value()) return std::nullopt;
      added += left ? *left : *right;
      at = &at->operand(left ? 1 : 0);
    } else {
      return std::nullopt;
    }
  }
  if (!at->type().is_pointer() || value_of(*at).pointer == none) return std::nullopt;
  const auto bytes = distance(static_cast<std::int64_t>(added), 1, at->type());
  if (!bytes) return std::nullopt;
  return moved(value_of(*at).pointer, bytes, 1);
}

Content Constraints::joined(const Content& a, const Content& b) {
  solver_.unify(a, b);
  return a.is_empty() ? b : a;
}

Content Constraints::computed(const Content& a, const Content& b) {
  const Content result = joined(a, b);
  if (result.integer != none) solver_.compute(result.integer);
  return result;
}

PointerId Constraints::moved(PointerId pointer, std::optional<std::int64_t> bytes, std::int64_t element) {
  if (bytes == 0) return pointer;
  const Spot spot = solver_.pointee(pointer);
  if (bytes) return solver_.pointer_to(solver_.move(spot, *bytes, element));
  solver_.move_anywhere(spot, element);
  return pointer;
}

} // namespace tandem::pointers
