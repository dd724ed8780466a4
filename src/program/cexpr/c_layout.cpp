// The layout of the plain declaration is simulated field by field and compared with the model's offsets; only if they
// differ is the record declared packed, with every offset made explicit by padding.

#include "program/cexpr/c_layout.h"

#include "base/core/require.h"

#include <algorithm>

namespace tandem::cexpr {

namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

// The alignment a member of this type asks for: the i386 ABI aligns eight-byte scalars to four bytes inside records.
std::uint32_t member_align(const Type& type, DataModel model) {
  if (type.is_array()) return member_align(type.element(), model);
  if (type.is_record()) return std::max(type.align(), 1u);
  const auto natural = std::max(type.align(), 1u);
  return model == DataModel::ILP32 ? std::min(natural, 4u) : natural;
}

// The layout that compilers give to the plain declaration, in bits.
class PlainLayout {
public:
  PlainLayout(const Type& record, DataModel model) : record_(record), model_(model) {}

  bool agrees() {
    for (const Field& field : record_.fields())
      if (place(field) != field.offset_bits) return false;
    align_ = std::max(align_, record_.explicit_align());
    return align_ == record_.align() && round_up(size_, align_ * 8) == record_.size() * 8;
  }

private:
  std::uint64_t place(const Field& field) {
    const std::uint64_t at = field.is_bit_field() ? bit_field_offset(field) : member_offset(field);
    const std::uint64_t bits = field.is_bit_field() ? *field.bit_width : field.type->size() * 8;
    next_ = record_.is_union() ? 0 : at + bits;
    size_ = std::max(size_, round_up(at + bits, 8));
    return at;
  }

  std::uint64_t member_offset(const Field& field) {
    const std::uint32_t natural = record_.is_packed() ? 1 : member_align(*field.type, model_);
    const std::uint32_t align = std::max(natural, field.explicit_align);
    align_ = std::max(align_, align);
    return round_up(next_, align * 8);
  }

  // A bit-field may not cross the boundary of a storage unit of its type; one of width 0 ends the unit.
  std::uint64_t bit_field_offset(const Field& field) {
    const std::uint64_t unit = member_align(*field.type, model_) * 8;
    const std::uint64_t start = field.explicit_align == 0 ? next_ : round_up(next_, field.explicit_align * 8);
    if (*field.bit_width == 0) return round_up(start, unit);
    if (!field.name.empty()) align_ = std::max(align_, field.explicit_align);
    if (record_.is_packed()) return start;
    if (!field.name.empty()) align_ = std::max(align_, static_cast<std::uint32_t>(unit / 8));
    const bool crosses = start % unit + *field.bit_width > field.type->size() * 8;
    return crosses ? round_up(start, unit) : start;
  }

  const Type& record_;
  DataModel model_;
  std::uint64_t next_ = 0, size_ = 0;
  std::uint32_t align_ = 1;
};

// The attribute can only raise an alignment, so aligned(1) is redundant; it is omitted because CBMC misinterprets it.
std::uint32_t attribute(std::uint32_t align) { return align > 1 ? align : 0; }

RecordForm plain_form(const Type& record) {
  RecordForm form{.packed = record.is_packed(), .align = attribute(record.explicit_align()), .members = {}};
  for (const Field& field : record.fields()) form.members.push_back({&field, 0, attribute(field.explicit_align)});
  return form;
}

// Packed members follow each other bit by bit, so padding can put each of them anywhere.
RecordForm padded_struct(const Type& record) {
  RecordForm form{.packed = true, .align = attribute(record.align()), .members = {}};
  std::uint64_t next = 0;
  const auto pad_to = [&](std::uint64_t offset) {
    require(offset >= next, "the members of a struct should not overlap");
    if (offset > next) form.members.push_back({nullptr, offset - next, 0});
    next = offset;
  };
  for (const Field& field : record.fields()) {
    if (field.name.empty()) continue;
    if (!field.is_bit_field()) next = round_up(next, 8);
    pad_to(field.offset_bits);
    form.members.push_back({&field, 0, 0});
    next += field.is_bit_field() ? *field.bit_width : field.type->size() * 8;
  }
  const std::uint64_t end = record.size() * 8;
  if (round_up(round_up(next, 8), record.align() * 8) < end) pad_to(end);
  return form;
}

RecordForm padded_union(const Type& record) {
  RecordForm form{.packed = true, .align = attribute(record.align()), .members = {}};
  for (const Field& field : record.fields())
    if (!field.name.empty()) form.members.push_back({&field, 0, 0});
  form.members.push_back({nullptr, record.size() * 8, 0});
  return form;
}

} // namespace

RecordForm record_form(const Type& record, DataModel model) {
  if (PlainLayout(record, model).agrees()) return plain_form(record);
  return record.is_union() ? padded_union(record) : padded_struct(record);
}

} // namespace tandem::cexpr
