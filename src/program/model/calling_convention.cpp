// The System V conventions of the i386 and of x86-64. A record goes by value into registers that depend on its scalar
// parts, or onto the stack if it is large: two records are alike if their parts are.

#include "program/model/calling_convention.h"

#include "program/model/expr.h"
#include "program/model/program.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace tandem {

namespace {

constexpr std::uint32_t largest_in_registers = 16; // bytes

// A scalar inside a record.
struct Part {
  std::uint64_t offset_bits;
  std::uint32_t width;
  bool is_float;

  auto operator<=>(const Part&) const = default;
};

void add_parts(const Type& type, std::uint64_t offset_bits, std::vector<Part>& parts) {
  constexpr std::uint64_t bits_per_byte = 8;
  if (type.is_scalar()) return parts.push_back({offset_bits, type.width(), type.is_float()});
  if (type.is_array() && type.has_length())
    for (std::uint64_t i = 0; i < type.length(); ++i)
      add_parts(type.element(), offset_bits + (i * type.element().size() * bits_per_byte), parts);
  if (!type.is_record()) return;
  for (const Field& field : type.fields()) {
    if (field.is_bit_field())
      parts.push_back({offset_bits + field.offset_bits, *field.bit_width, false});
    else
      add_parts(*field.type, offset_bits + field.offset_bits, parts);
  }
}

bool are_alike(const Type& given, const Type& taken) {
  if (given.size() != taken.size() || given.align() != taken.align()) return false;
  if (given.size() > largest_in_registers) return true;
  std::vector<Part> of_given, of_taken;
  add_parts(given, 0, of_given);
  add_parts(taken, 0, of_taken);
  std::ranges::sort(of_given);
  std::ranges::sort(of_taken);
  return of_given == of_taken;
}

} // namespace

bool is_passed_alike(const Type& given, const Type& taken, DataModel model) {
  if (&given == &taken) return true;
  if (given.is_record() && taken.is_record()) return are_alike(given, taken);
  if (!given.is_scalar() || !taken.is_scalar() || given.is_float() != taken.is_float()) return false;
  if (given.is_float()) return given.width() == taken.width();
  if (taken.is_bool() != given.is_bool()) return false;
  const std::uint32_t word = model == DataModel::LP64 ? 64 : 32;
  return given.width() == taken.width() || (taken.width() < given.width() && given.width() <= word);
}

bool is_callable_by(const Function& function, const Operation& call, DataModel model) {
  const auto& parameters = function.type().parameters();
  if (parameters.size() > call.arguments.size()) return false;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (!is_passed_alike(call.arguments[i]->type(), *parameters[i], model)) return false;
  if (call.lvalue == nullptr) return true;
  // Both ways: a result is taken as it is.
  return is_passed_alike(function.result(), call.lvalue->type(), model) &&
         is_passed_alike(call.lvalue->type(), function.result(), model);
}

} // namespace tandem
