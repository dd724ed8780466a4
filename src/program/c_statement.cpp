#include "program/c_statement.h"

#include "base/require.h"
#include "program/c_constants.h"
#include "program/c_conversions.h"
#include "program/c_expr.h"
#include "program/c_types.h"

#include <fmt/format.h>

#include <unordered_set>

namespace tandem {

namespace {

const Type& type_of_callee(const Operation& op) {
  return op.callee != nullptr ? op.callee->type() : op.value->type().element();
}

// Old code calls functions with more or fewer arguments than their definition has, or uses what a void function
// returns; it compiled because no prototype was in sight.
bool fits_call(const Type& type, const Operation& op) {
  if (op.callee != nullptr && is_compiler_builtin(*op.callee)) return true;
  if (op.place != nullptr && type.result().is_void()) return false;
  if (!type.has_prototype()) return true;
  const std::size_t given = op.arguments.size(), wanted = type.parameters().size();
  return given == wanted || (given > wanted && type.is_variadic());
}

// The front end hands a va_list over as the variable itself or by its address; C's macros want the variable.
const Expr& va_list_place(const Expr& argument) {
  return argument.kind() == ExprKind::AddressOf ? argument.operand(0) : argument;
}

// A name for a variable in a block of its own in which the place must keep its meaning.
std::string name_beside(const Expr& place) {
  std::unordered_set<std::string> taken;
  for_each_variable(place, [&taken](const Variable& variable) { taken.insert(variable.name); });
  std::string name = "fresh__";
  while (taken.contains(name)) name += "_";
  return name;
}

} // namespace

bool is_compiler_builtin(const Function& function) {
  for (const std::string_view prefix : {"__builtin_", "__sync_", "__atomic_", "__c11_atomic_"})
    if (function.name().starts_with(prefix)) return true;
  return false;
}

std::string StatementWriter::address(const Expr& place) { return c_text(context_.address_of(place)); }

std::string StatementWriter::assign(const Operation& op) {
  const Expr &place = *op.place, &value = *op.value;
  if (value.kind() == ExprKind::Zero) return zero(place);
  if (value.kind() == ExprKind::String) return copy_string(place, value);
  if (place.type().is_array()) return copy_array(place, address(value));
  if (place.type().kind() == TypeKind::VaList)
    return fmt::format("__builtin_va_copy({}, {});", c_text(place), c_text(value));
  return fmt::format("{} = {};", c_text(place), c_text_as(value, place.type()));
}

std::string StatementWriter::zero(const Expr& place) {
  return fmt::format("{}({}, 0, sizeof({}));", support_.memset(), address(place), c_text(place));
}

// The array's rest is zero.
std::string StatementWriter::copy_string(const Expr& place, const Expr& value) {
  const auto length = static_cast<std::size_t>(place.type().length());
  const std::string bytes = value.string_value().substr(0, length);
  const std::string literal = c_string_literal(bytes);
  if (bytes.size() >= length) return copy_array(place, literal);
  if (bytes.size() + 1 == length) return copy_array(place, literal); // the literal's own zero at the end
  return fmt::format("{} {}({}, {}, {});", zero(place), support_.memcpy(), address(place), literal, bytes.size());
}

std::string StatementWriter::copy_array(const Expr& place, const std::string& from) {
  return fmt::format("{}({}, {}, sizeof({}));", support_.memcpy(), address(place), from, c_text(place));
}

// The parameter is an int; other types must not be cut down to it.
std::string StatementWriter::assume(const Operation& op) {
  const bool is_int = &op.value->type() == &context_.types().int_type();
  std::string condition = c_condition(*op.value, op.truth);
  if (op.truth && !is_int) condition = "!!(" + condition + ")";
  if (const auto name = support_.assume()) return fmt::format("{}({});", *name, condition);
  // Nothing behind an endless loop is reached; a constant condition keeps compilers from removing the loop.
  return fmt::format("if ({}) for (;;) ;", c_condition(*op.value, !op.truth));
}

std::string StatementWriter::callee(const Operation& op) {
  const Type& type = type_of_callee(op);
  const std::string name = op.callee != nullptr ? op.callee->name() : c_callee(*op.value);
  if (fits_call(type, op)) return name;
  TypeTable& types = context_.types();
  const Type& result = op.place != nullptr ? op.place->type() : type.result();
  const Type& unchecked = types.pointer_to(types.function(result, {}, false, false));
  return fmt::format("(({}){})", c_type(unchecked), name);
}

std::string StatementWriter::arguments(const Operation& op, const Type& type) {
  std::string text;
  // Compilers' own functions are often generic: they take each argument as it is.
  const bool generic = op.callee != nullptr && is_compiler_builtin(*op.callee);
  const bool checked = type.has_prototype() && !generic && fits_call(type, op);
  const Type* block = checked ? blocks_.of(op) : nullptr;
  for (std::size_t i = 0; i < op.arguments.size(); ++i) {
    const bool named = checked && i < type.parameters().size();
    text += i == 0 ? "" : ", ";
    if (const auto size = named && block != nullptr ? c_size(*op.arguments[i], *block) : std::nullopt)
      text += *size;
    else
      text += named ? c_text_as(*op.arguments[i], *type.parameters()[i]) : c_text(*op.arguments[i]);
  }
  return text;
}

std::string StatementWriter::call(const Operation& op) {
  if (op.callee != nullptr && op.callee->name().starts_with("__builtin_va_")) return va_call(op);
  const Type& type = type_of_callee(op);
  const std::string text = fmt::format("{}({});", callee(op), arguments(op, type));
  if (op.place == nullptr) return text;
  const bool silent = converts_silently(type.result(), op.place->type());
  return fmt::format("{} = {}{}", c_text(*op.place), silent ? "" : "(" + c_type(op.place->type()) + ")", text);
}

std::string StatementWriter::va_call(const Operation& op) {
  const std::string& name = op.callee->name();
  std::string text = name + "(";
  for (const Expr* argument : op.arguments)
    if (argument == op.arguments[0] || name == "__builtin_va_copy")
      text += (argument == op.arguments[0] ? "" : ", ") + c_text(va_list_place(*argument));
  if (name == "__builtin_va_start") text += ", " + function_.parameters().back()->name;
  if (name == "__builtin_va_arg" && op.place != nullptr)
    return fmt::format("{} = {}, {});", c_text(*op.place), text, c_type(op.place->type()));
  return text + ");";
}

std::string StatementWriter::nondet(const Operation& op) {
  const std::string target = op.place == nullptr ? "" : c_text(*op.place) + " = ";
  if (op.source == NondetSource::Input) {
    require(op.callee != nullptr, "an input should name its nondet function");
    return call(op);
  }
  require(op.place != nullptr, "an output of inline assembly should have a place");
  const Type& type = op.place->type();
  const auto name = support_.nondet(type);
  if (const auto any = type.is_array() ? support_.any_memory() : std::nullopt)
    return fmt::format("{}({}, sizeof({}));", *any, address(*op.place), c_text(*op.place));
  if (!name) return renew(*op.place);
  return fmt::format("{}{}{}();", target, type.is_pointer() ? "(" + c_type(type) + ")" : "", *name);
}

std::string StatementWriter::renew(const Expr& place) {
  if (place.type().kind() == TypeKind::VaList) return "";
  const std::string fresh = name_beside(place);
  const std::string declaration = c_declaration(place.type(), fresh);
  if (place.type().is_array()) return fmt::format("{{ {}; {} }}", declaration, copy_array(place, fresh));
  return fmt::format("{{ {}; {} = {}; }}", declaration, c_text(place), fresh);
}

std::string StatementWriter::stop() { return support_.abort() + "();"; }

} // namespace tandem
