// System V ABI for x86, both data models: members at the next aligned offset, bit-fields packed into units of their
// declared type.

#include "program/model/record_layout.h"

#include <algorithm>

namespace tandem {

namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

// The i386 ABI aligns eight-byte scalars to four bytes inside records.
std::uint64_t align_inside(const Type& type, DataModel model) {
  const Type* element = &type;
  while (element->is_array()) element = &element->element();
  const std::uint64_t align = element->align();
  return model == DataModel::ILP32 && element->is_scalar() ? std::min<std::uint64_t>(align, 4) : align;
}

// A bit-field lies within one unit of its type; one of width 0 ends the unit.
std::uint64_t bit_field_offset(std::uint64_t next_bit, const Field& field) {
  const std::uint64_t unit = field.type->size() * 8;
  if (*field.bit_width == 0) return round_up(next_bit, unit);
  const bool crosses = next_bit / unit != (next_bit + *field.bit_width - 1) / unit;
  return crosses ? round_up(next_bit, unit) : next_bit;
}

} // namespace

RecordLayout natural_layout(std::vector<Field> fields, RecordKind kind, DataModel model) {
  RecordLayout layout;
  std::uint64_t next_bit = 0, end_bit = 0, align = 1;
  for (Field& field : fields) {
    const std::uint64_t own = align_inside(*field.type, model);
    if (kind == RecordKind::Union) next_bit = 0;
    field.offset_bits = field.is_bit_field() ? bit_field_offset(next_bit, field) : round_up(next_bit, own * 8);
    next_bit = field.offset_bits + (field.is_bit_field() ? *field.bit_width : field.type->size() * 8);
    end_bit = std::max(end_bit, next_bit);
    if (!field.is_bit_field() || !field.name.empty()) align = std::max(align, own);
  }
  layout.fields = std::move(fields);
  layout.align = static_cast<std::uint32_t>(align);
  layout.size = round_up(round_up(end_bit, 8) / 8, align);
  return layout;
}

} // namespace tandem
