// Prints the form that c_layout.h has chosen. Padding consists of unnamed bit-fields where possible, since these hold
// no value that a copy of the record would have to preserve.

#include "program/cexpr/c_records.h"

#include "program/cexpr/c_layout.h"
#include "program/cexpr/c_types.h"

#include <fmt/format.h>

namespace tandem::cexpr {

namespace {

std::string attributes(const RecordForm& form) {
  if (form.packed && form.align != 0) return fmt::format("__attribute__((packed, aligned({}))) ", form.align);
  if (form.packed) return "__attribute__((packed)) ";
  if (form.align != 0) return fmt::format("__attribute__((aligned({}))) ", form.align);
  return "";
}

// Unnamed bit-fields where possible, since they hold no value; each is at most as large as its type.
std::string padding(std::uint64_t bits, std::size_t number) {
  if (bits % 8 == 0 && bits > 64) return fmt::format("  char padding__{}[{}];\n", number, bits / 8);
  std::string text;
  for (; bits > 64; bits -= 64) text += "  unsigned long long : 64;\n";
  return text + fmt::format("  unsigned long long : {};\n", bits);
}

// C has flexible arrays only at the end of a struct with other members; GNU's arrays of no elements may stand anywhere.
std::string member_declaration(const Type& record, const Field& field) {
  const bool open = field.type->is_array() && !field.type->has_length();
  if (!open) return c_declaration(*field.type, field.name);
  const bool flexible = !record.is_union() && &field == &record.fields().back() && record.fields().size() > 1;
  return c_declaration(field.type->element(), field.name + (flexible ? "[]" : "[0]"));
}

std::string member(const Type& record, const MemberForm& form) {
  const Field& field = *form.field;
  std::string text = "  " + member_declaration(record, field);
  if (field.is_bit_field()) text += fmt::format("{}: {}", field.name.empty() ? " " : "", *field.bit_width);
  if (form.align != 0) text += fmt::format(" __attribute__((aligned({})))", form.align);
  return text + ";\n";
}

} // namespace

std::string c_record_definition(const Type& record, DataModel model) {
  const RecordForm form = record_form(record, model);
  std::string text =
      fmt::format("{} {}{} {{\n", record.is_union() ? "union" : "struct", attributes(form), record.tag());
  std::size_t number = 0;
  for (const MemberForm& part : form.members)
    text += part.field == nullptr ? padding(part.padding_bits, ++number) : member(record, part);
  return text + "};\n";
}

std::string c_layout_assertions(const Type& record) {
  const std::string name = c_record_name(record);
  std::string text = fmt::format("_Static_assert(sizeof({0}) == {1}, \"size of {0}\");\n", name, record.size());
  text += fmt::format("_Static_assert(_Alignof({0}) == {1}, \"alignment of {0}\");\n", name, record.align());
  for (const Field& field : record.fields()) {
    if (field.is_bit_field()) continue;
    text += fmt::format("_Static_assert(__builtin_offsetof({0}, {1}) == {2}, \"offset of {1} in {0}\");\n", name,
                        field.name, field.offset_bits / 8);
  }
  return text;
}

} // namespace tandem::cexpr
