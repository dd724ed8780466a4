// One statement per operation, in exact style. Where C has no such operation, a call takes its place: aggregates are
// zeroed and copied by memset and memcpy, arbitrary values come from nondet functions, and a variable's value is made
// indeterminate by copying an uninitialised local.

#include "program/cwriter/c_statement.h"

#include "base/core/require.h"
#include "program/cexpr/c_constants.h"
#include "program/cexpr/c_conversions.h"
#include "program/cexpr/c_expr.h"
#include "program/cexpr/c_types.h"

#include <fmt/format.h>

#include <unordered_set>

namespace tandem::cwriter {

namespace {

const Type& type_of_callee(const Operation& op) {
  return op.callee != nullptr ? op.callee->type() : op.value->type().element();
}

// Old code calls functions with more or fewer arguments than their definition has, or uses the result of a void
// function; it compiled because no prototype was visible.
bool fits_call(const Type& type, const Operation& op) {
  if (op.callee != nullptr && is_compiler_builtin(*op.callee)) return true;
  if (op.lvalue != nullptr && type.result().is_void()) return false;
  if (!type.has_prototype()) return true;
  const std::size_t given = op.arguments.size(), wanted = type.parameters().size();
  return given == wanted || (given > wanted && type.is_variadic());
}

// The front end passes a va_list as the variable itself or by its address; C's macros require the variable.
const Expr& va_list_lvalue(const Expr& argument) {
  return argument.kind() == ExprKind::AddressOf ? argument.operand(0) : argument;
}

// A name for a variable in a block of its own that does not hide the variables of the lvalue.
std::string name_beside(const Expr& lvalue) {
  std::unordered_set<std::string> taken;
  for_each_variable(lvalue, [&taken](const Variable& variable) { taken.insert(variable.name); });
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

std::string StatementWriter::address(const Expr& lvalue) { return cexpr::c_text(context_.address_of(lvalue)); }

std::string StatementWriter::assign(const Operation& op) {
  const Expr &lvalue = *op.lvalue, &value = *op.value;
  if (value.kind() == ExprKind::Zero) return zero(lvalue);
  if (value.kind() == ExprKind::String) return copy_string(lvalue, value);
  if (lvalue.type().is_array()) return copy_array(lvalue, address(value));
  if (lvalue.type().kind() == TypeKind::VaList)
    return fmt::format("__builtin_va_copy({}, {});", cexpr::c_text(lvalue), cexpr::c_text(value));
  return fmt::format("{} = {};", cexpr::c_text(lvalue), cexpr::c_text_as(value, lvalue.type()));
}

std::string StatementWriter::zero(const Expr& lvalue) {
  return fmt::format("{}({}, 0, sizeof({}));", support_.memset(), address(lvalue), cexpr::c_text(lvalue));
}

// The rest of the array is zero.
std::string StatementWriter::copy_string(const Expr& lvalue, const Expr& value) {
  const auto length = static_cast<std::size_t>(lvalue.type().length());
  const std::string bytes = value.string_value().substr(0, length);
  const std::string literal = cexpr::c_string_literal(bytes);
  if (bytes.size() >= length) return copy_array(lvalue, literal);
  if (bytes.size() + 1 == length) return copy_array(lvalue, literal); // the literal's own zero at the end
  return fmt::format("{} {}({}, {}, {});", zero(lvalue), support_.memcpy(), address(lvalue), literal, bytes.size());
}

std::string StatementWriter::copy_array(const Expr& lvalue, const std::string& from) {
  return fmt::format("{}({}, {}, sizeof({}));", support_.memcpy(), address(lvalue), from, cexpr::c_text(lvalue));
}

// The parameter is an int; values of other types must not be truncated to it.
std::string StatementWriter::assume(const Operation& op) {
  const bool is_int = &op.value->type() == &context_.types().int_type();
  std::string condition = cexpr::c_condition(*op.value, op.truth);
  if (op.truth && !is_int) condition = "!!(" + condition + ")";
  if (const auto name = support_.assume()) return fmt::format("{}({});", *name, condition);
  // Nothing after an endless loop is reached; a constant condition keeps compilers from removing the loop.
  return fmt::format("if ({}) for (;;) ;", cexpr::c_condition(*op.value, !op.truth));
}

std::string StatementWriter::callee(const Operation& op) {
  const Type& type = type_of_callee(op);
  const std::string name = op.callee != nullptr ? op.callee->name() : cexpr::c_callee(*op.value);
  if (fits_call(type, op)) return name;
  TypeTable& types = context_.types();
  const Type& result = op.lvalue != nullptr ? op.lvalue->type() : type.result();
  const Type& unchecked = types.pointer_to(types.function(result, {}, false, false));
  return fmt::format("(({}){})", cexpr::c_type(unchecked), name);
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
      text += named ? cexpr::c_text_as(*op.arguments[i], *type.parameters()[i]) : cexpr::c_text(*op.arguments[i]);
  }
  return text;
}

std::string StatementWriter::call(const Operation& op) {
  if (op.callee != nullptr && op.callee->name().starts_with("__builtin_va_")) return va_call(op);
  const Type& type = type_of_callee(op);
  const std::string text = fmt::format("{}({});", callee(op), arguments(op, type));
  if (op.lvalue == nullptr) return text;
  const bool silent = cexpr::converts_silently(type.result(), op.lvalue->type());
  return fmt::format("{} = {}{}", cexpr::c_text(*op.lvalue), silent ? "" : "(" + cexpr::c_type(op.lvalue->type()) + ")",
                     text);
}

std::string StatementWriter::va_call(const Operation& op) {
  const std::string& name = op.callee->name();
  std::string text = name + "(";
  for (const Expr* argument : op.arguments)
    if (argument == op.arguments[0] || name == "__builtin_va_copy")
      text += (argument == op.arguments[0] ? "" : ", ") + cexpr::c_text(va_list_lvalue(*argument));
  if (name == "__builtin_va_start") text += ", " + function_.parameters().back()->name;
  if (name == "__builtin_va_arg" && op.lvalue != nullptr)
    return fmt::format("{} = {}, {});", cexpr::c_text(*op.lvalue), text, cexpr::c_type(op.lvalue->type()));
  return text + ");";
}

std::string StatementWriter::nondet(const Operation& op) {
  const std::string target = op.lvalue == nullptr ? "" : cexpr::c_text(*op.lvalue) + " = ";
  if (op.source != NondetSource::Assembly) {
    require(op.callee != nullptr, "an arbitrary value should name the function that is asked for it");
    return call(op);
  }
  require(op.lvalue != nullptr, "an output of inline assembly should have an lvalue");
  const Type& type = op.lvalue->type();
  const auto name = support_.nondet(type);
  if (const auto any = type.is_array() ? support_.any_memory() : std::nullopt)
    return fmt::format("{}({}, sizeof({}));", *any, address(*op.lvalue), cexpr::c_text(*op.lvalue));
  if (!name) return renew(*op.lvalue);
  return fmt::format("{}{}{}();", target, type.is_pointer() ? "(" + cexpr::c_type(type) + ")" : "", *name);
}

std::string StatementWriter::renew(const Expr& lvalue) {
  if (lvalue.type().kind() == TypeKind::VaList) return "";
  const std::string fresh = name_beside(lvalue);
  const std::string declaration = cexpr::c_declaration(lvalue.type(), fresh);
  if (lvalue.type().is_array()) return fmt::format("{{ {}; {} }}", declaration, copy_array(lvalue, fresh));
  return fmt::format("{{ {}; {} = {}; }}", declaration, cexpr::c_text(lvalue), fresh);
}

std::string StatementWriter::stop() { return support_.abort() + "();"; }

} // namespace tandem::cwriter
