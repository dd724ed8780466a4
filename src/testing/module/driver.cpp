#include "testing/module/driver.h"

#include "base/core/input_error.h"
#include "program/cexpr/c_records.h"
#include "program/cexpr/c_types.h"
#include "program/cwriter/c_support.h"

#include <fmt/format.h>

#include <set>

namespace tandem::testing::module {

namespace {

std::string nondet_declaration(const Type& type) {
  const std::string result = type.is_float() && type.float_kind() == FloatKind::LongDouble    ? "double"
                             : type.is_integer() && type.integer_kind() == IntegerKind::SChar ? "char"
                                                                                              : cexpr::c_type(type);
  return fmt::format("extern {} {}(void);\n", result, nondet_function(type));
}

std::string callback(const Type& type, std::size_t number) {
  const Type& result = type.result();
  const std::string value = result.is_void() ? "" : result.is_pointer() ? "0" : nondet_function(result) + "()";
  return "static " +
         cexpr::c_function_declaration(type, fmt::format("callback_{}", number), cexpr::c_numbered_parameters(type)) +
         fmt::format(" {{ return {}; }}\n", value);
}

} // namespace

std::string nondet_function(const Type& type) {
  return cwriter::nondet_function_name(type).value_or("__VERIFIER_nondet_double"); // long double has none of its own
}

std::string declarations_for(const Function& function, const Arguments& arguments, DataModel model) {
  std::set<std::string> inputs;
  std::string callbacks;
  for (const Slot& slot : arguments.slots())
    if (slot.object.empty()) inputs.insert(nondet_declaration(*slot.type));
  for (std::size_t i = 0; i < arguments.callbacks().size(); ++i) {
    const Type& type = *arguments.callbacks()[i];
    if (type.result().is_arithmetic()) inputs.insert(nondet_declaration(type.result()));
    callbacks += callback(type, i);
  }
  std::string text = "extern _Bool __VERIFIER_nondet_bool(void);\n";
  for (const std::string& input : inputs)
    if (input != text) text += input;
  for (const Type* record : arguments.records()) text += cexpr::c_record_definition(*record, model);
  return text + callbacks + arguments.declarations() + "extern " +
         cexpr::c_function_declaration(function.type(), function.source_name(),
                                       cexpr::c_parameter_types(function.type())) +
         ";\n";
}

std::string driver_text(const Program& program, const Arguments& arguments) {
  const Function& function = program.entry();
  const Type& result = function.result();
  std::string text = fmt::format("// Calls {} with arbitrary arguments.\n", function.source_name()) +
                     declarations_for(function, arguments, program.data_model());
  if (result.is_scalar()) text += "static " + cexpr::c_declaration(result, driver_result) + ";\n";
  text += fmt::format("void {}(void) {{\n", driver_entry);
  for (const Slot& slot : arguments.slots())
    text += slot.object.empty()
                ? fmt::format("  {} = {}();\n", slot.place, nondet_function(*slot.type))
                : fmt::format("  if (!__VERIFIER_nondet_bool()) {} = {};\n", slot.place,
                              slot.type->element().is_function() ? slot.object : "(void *)" + slot.object);
  text += fmt::format("  {}{};\n}}\n", result.is_scalar() ? std::string(driver_result) + " = " : "", arguments.call());
  return text;
}

} // namespace tandem::testing::module
