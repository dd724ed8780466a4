#include "testing/module/arguments.h"

#include "program/cexpr/c_types.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::testing::module {

namespace {

constexpr std::uint64_t most_array_elements = 16; // that are filled

bool is_character(const Type& type) {
  return type.is_integer() && (type.integer_kind() == IntegerKind::Char || type.integer_kind() == IntegerKind::SChar ||
                               type.integer_kind() == IntegerKind::UChar);
}

// What a pointer leads to.
std::uint64_t element_count(const Type& element) {
  if (element.is_void()) return void_bytes;
  return is_character(element) ? text_length : element.is_scalar() ? scalar_elements : record_elements;
}

std::string remark_on(const Variable& parameter) {
  const Type& element = parameter.type->element();
  if (element.is_function()) return fmt::format("{} is null or a function that changes nothing", parameter.source_name);
  if (element.is_record() && !element.is_complete()) return fmt::format("{} is null", parameter.source_name);
  return fmt::format("{} is null or leads to {} elements of its own", parameter.source_name, element_count(element));
}

} // namespace

Arguments::Arguments(const Function& function) {
  need(function.result());
  for (const Variable* parameter : function.parameters()) {
    const std::string name = fmt::format("argument_{}", call_.empty() ? 0 : std::ranges::count(call_, ',') + 1);
    need(*parameter->type);
    declarations_ += "static " + cexpr::c_declaration(*parameter->type, name) + ";\n";
    if (parameter->type->is_pointer()) remarks_.push_back(remark_on(*parameter));
    fill(*parameter->type, name, 0);
    call_ += (call_.empty() ? "" : ", ") + name;
  }
  call_ = function.source_name() + "(" + call_ + ")";
}

// Records by value have to be defined, with what they contain.
void Arguments::need(const Type& type) {
  if (type.is_array()) need(type.element());
  if (!type.is_record() || std::ranges::find(records_, &type) != records_.end()) return;
  for (const Field& field : type.fields()) need(*field.type);
  records_.push_back(&type);
}

std::string Arguments::new_object(const Type& element, std::uint64_t count) {
  need(element);
  const std::string name = fmt::format("object_{}", ++objects_);
  declarations_ += "static " + cexpr::c_declaration(element, fmt::format("{}[{}]", name, count)) + ";\n";
  return name;
}

void Arguments::fill(const Type& type, const std::string& place, unsigned depth) {
  if (type.is_pointer()) return fill_pointer(type, place, depth);
  if (type.is_scalar()) {
    slots_.push_back({place, &type, ""});
  } else if (type.is_array() && type.has_length()) {
    for (std::uint64_t i = 0; i < std::min(type.length(), most_array_elements); ++i)
      fill(type.element(), fmt::format("{}[{}]", place, i), depth);
  } else if (type.is_record()) {
    for (const Field& field : type.fields()) {
      if (field.name.empty()) continue;
      fill(*field.type, place + "." + field.name, depth);
      if (type.is_union()) break; // the others are other views of the same bytes
    }
  }
}

void Arguments::fill_pointer(const Type& type, const std::string& place, unsigned depth) {
  const Type& element = type.element();
  if (element.is_function()) {
    if (!element.result().is_void() && !element.result().is_scalar()) return;
    for (const Type* parameter : element.parameters()) need(*parameter);
    slots_.push_back({place, &type, fmt::format("callback_{}", callbacks_.size())});
    callbacks_.push_back(&element);
    return;
  }
  if (depth >= deepest || (element.is_record() && !element.is_complete())) return; // null
  if (element.is_void()) {
    const std::string name = fmt::format("object_{}", ++objects_);
    declarations_ += fmt::format("static unsigned char {}[{}] __attribute__((aligned(16)));\n", name, void_bytes);
    slots_.push_back({place, &type, name});
    return;
  }
  const bool is_text = is_character(element);
  const std::uint64_t count = element_count(element);
  const std::string object = new_object(element, count + (is_text ? 1 : 0)); // a text ends by zero
  slots_.push_back({place, &type, object});
  for (std::uint64_t i = 0; i < count; ++i) fill(element, fmt::format("{}[{}]", object, i), depth + 1);
}

} // namespace tandem::testing::module
