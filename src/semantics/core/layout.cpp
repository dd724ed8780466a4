// Cells are computed from the type on each query, by descending into the element or field that contains the offset;
// nothing is stored, so that huge arrays cost nothing.

#include "semantics/core/layout.h"

#include "base/core/require.h"
#include "program/model/expr.h"

#include <algorithm>

namespace tandem::semantics {

namespace {

Cell byte_cell(std::uint64_t offset) { return {offset, 1}; }

Cell shifted(Cell cell, std::uint64_t by) { return {cell.offset + by, cell.bytes}; }

// A long double holds 80 bits; the rest of its bytes are padding.
std::uint64_t value_bytes(const Type& scalar) { return scalar.is_bool() ? 1 : (scalar.width() + 7) / 8; }

Cell in_type(const Type& type, std::uint64_t offset);

Cell in_record(const Type& record, std::uint64_t offset) {
  const Field* best = nullptr;
  for (const Field& field : record.fields()) {
    if (field.is_bit_field() || field.type->size() == 0) continue;
    const std::uint64_t begin = field.offset_bits / 8;
    if (offset < begin || offset >= begin + field.type->size()) continue;
    if (best == nullptr || field.type->size() > best->type->size()) best = &field;
  }
  if (best == nullptr) return byte_cell(offset);
  const std::uint64_t begin = best->offset_bits / 8;
  return shifted(in_type(*best->type, offset - begin), begin);
}

Cell in_type(const Type& type, std::uint64_t offset) {
  switch (type.kind()) {
  case TypeKind::Integer:
  case TypeKind::Float:
  case TypeKind::Pointer: {
    const std::uint64_t bytes = value_bytes(type);
    return offset < bytes ? Cell{0, static_cast<std::uint32_t>(bytes)} : byte_cell(offset);
  }
  case TypeKind::Array: {
    const std::uint64_t size = type.element().size();
    if (size == 0) return byte_cell(offset);
    const std::uint64_t begin = offset / size * size;
    return shifted(in_type(type.element(), offset - begin), begin);
  }
  case TypeKind::Record: return in_record(type, offset);
  case TypeKind::VaList: // a pointer to the next argument, and padding
    return offset < type.align() ? Cell{0, static_cast<std::uint32_t>(type.align())} : byte_cell(offset);
  case TypeKind::Void:
  case TypeKind::Function: return byte_cell(offset);
  }
  unreachable();
}

// The offset in bytes of a constant lvalue within its variable.
std::uint64_t start_of(const Expr& lvalue) {
  if (lvalue.kind() == ExprKind::Field)
    return start_of(lvalue.operand(0)) + lvalue.operand(0).type().fields()[lvalue.field_index()].offset_bits / 8;
  if (lvalue.kind() == ExprKind::Index)
    return start_of(lvalue.operand(0)) + static_cast<std::uint64_t>(lvalue.operand(1).bits()) * lvalue.type().size();
  return 0;
}

} // namespace

Cell cell_at(const Type* type, std::uint64_t offset) {
  if (type == nullptr || type->size() == 0) return byte_cell(offset);
  const std::uint64_t begin = offset / type->size() * type->size();
  return shifted(in_type(*type, offset - begin), begin);
}

// No cell lies across the end of the header.
Cell cell_at(const Division& division, std::uint64_t offset) {
  if (division.header == 0) return cell_at(division.type, offset);
  if (offset >= division.header) return shifted(cell_at(division.element, offset - division.header), division.header);
  const Cell cell = cell_at(division.type, offset);
  return cell.offset + cell.bytes <= division.header ? cell : byte_cell(offset);
}

void for_each_cell(const Division& division, std::uint64_t begin, std::uint64_t end,
                   const std::function<void(const Cell&)>& visit) {
  for (std::uint64_t at = begin; at < end;) {
    const Cell cell = cell_at(division, at);
    visit(cell);
    at = cell.offset + cell.bytes;
  }
}

void for_each_cell(const Type* type, std::uint64_t begin, std::uint64_t end,
                   const std::function<void(const Cell&)>& visit) {
  for_each_cell(Division{.type = type}, begin, end, visit);
}

std::uint64_t object_size(const Variable& variable) {
  std::uint64_t size = variable.type->size();
  for (const Initializer& part : variable.initializers)
    size = std::max(size, start_of(*part.lvalue) + part.value->type().size());
  return size;
}

} // namespace tandem::semantics
