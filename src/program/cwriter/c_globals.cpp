// Initialisers become designated initialisers, one per initialised scalar, so that their order and overlaps need no
// analysis.

#include "program/cwriter/c_globals.h"

#include "base/core/require.h"
#include "program/cexpr/c_constants.h"
#include "program/cexpr/c_expr.h"
#include "program/cexpr/c_types.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

namespace tandem::cwriter {

namespace {

// ".f[3]" for the lvalue variable.f[3]; empty for the variable itself.
std::string designator(const Expr& lvalue) {
  if (lvalue.kind() == ExprKind::Variable) return "";
  const std::string outer = designator(lvalue.operand(0));
  if (lvalue.kind() == ExprKind::Field)
    return outer + "." + lvalue.operand(0).type().fields()[lvalue.field_index()].name;
  require(lvalue.kind() == ExprKind::Index, "an initialised lvalue should be a fixed part of its variable");
  return outer + "[" + cexpr::decimal(lvalue.operand(1).value()) + "]";
}

// The literal's terminating zero byte and the rest of the array need not be written.
std::string string_initializer(const Expr& lvalue, const Expr& value) {
  std::string bytes = value.string_value();
  if (lvalue.type().has_length()) bytes = bytes.substr(0, static_cast<std::size_t>(lvalue.type().length()));
  while (!bytes.empty() && bytes.back() == '\0') bytes.pop_back();
  return cexpr::c_string_literal(bytes);
}

std::string value_text(const Initializer& part) {
  if (part.value->kind() == ExprKind::String) return string_initializer(*part.lvalue, *part.value);
  if (part.value->kind() == ExprKind::Zero) return "{}";
  return cexpr::c_text_as(*part.value, part.lvalue->type());
}

// Single characters, because no designator reaches into what a string literal initialised.
void add_characters(const std::string& bytes, std::uint64_t length, std::string& text) {
  for (std::size_t i = 0; i < bytes.size() && i < length; ++i)
    if (bytes[i] != 0) text += fmt::format("  [{}] = {},\n", i, static_cast<int>(bytes[i]));
}

// The flexible array that contains the lvalue, or nullptr.
const Expr* flexible_array(const Expr& lvalue) {
  for (const Expr* at = &lvalue; at->kind() != ExprKind::Variable; at = &at->operand(0)) {
    const Expr& outer = at->operand(0);
    if (outer.type().is_array() && !outer.type().has_length()) return &outer;
  }
  return nullptr;
}

// clang requires the elements of a flexible array in braces of their own.
std::string flexible_part(const Variable& variable, const Expr& array) {
  const std::string path = designator(array);
  std::string text = "  " + path + " = {";
  for (const Initializer& part : variable.initializers)
    if (flexible_array(*part.lvalue) == &array)
      text += " " + designator(*part.lvalue).substr(path.size()) + " = " + value_text(part) + ",";
  return text + " },\n";
}

std::string initializer_list(const Variable& variable) {
  std::string text = "{\n";
  std::unordered_set<const Expr*> done;
  for (const Initializer& part : variable.initializers) {
    const std::string path = designator(*part.lvalue);
    if (const Expr* array = flexible_array(*part.lvalue))
      text += done.insert(array).second ? flexible_part(variable, *array) : "";
    else if (!path.empty())
      text += "  " + path + " = " + value_text(part) + ",\n";
    else if (part.value->kind() == ExprKind::String)
      add_characters(part.value->string_value(), variable.type->length(), text);
    else
      require(part.value->kind() == ExprKind::Zero, "a variable with initialised parts should be zero or a string");
  }
  return text == "{\n" ? "{}" : text + "}";
}

std::string initializer(const Variable& variable) {
  if (variable.initializers.empty()) return "";
  const Initializer& first = variable.initializers[0];
  const bool whole = variable.initializers.size() == 1 && first.lvalue->kind() == ExprKind::Variable;
  return " = " + (whole ? value_text(first) : initializer_list(variable));
}

std::string declaration(const Variable& variable) {
  const std::string_view storage = variable.is_extern ? "extern " : "static ";
  const std::string_view thread = variable.is_thread_local ? "_Thread_local " : "";
  const std::string align =
      variable.explicit_align == 0 ? "" : fmt::format(" __attribute__((aligned({})))", variable.explicit_align);
  return fmt::format("{}{}{}{}", storage, thread, cexpr::c_declaration(*variable.type, variable.name), align);
}

// Globals whose address an earlier one's initialiser takes.
std::unordered_set<const Variable*> used_early(const std::vector<const Variable*>& globals) {
  std::unordered_map<const Variable*, std::size_t> position;
  for (std::size_t i = 0; i < globals.size(); ++i) position[globals[i]] = i;
  std::unordered_set<const Variable*> result;
  for (const Variable* global : globals)
    for (const Initializer& part : global->initializers)
      for_each_variable(*part.value, [&](const Variable& other) {
        if (position.at(&other) > position.at(global)) result.insert(&other);
      });
  return result;
}

} // namespace

std::string c_globals(const std::vector<const Variable*>& globals) {
  const std::unordered_set<const Variable*> early = used_early(globals);
  std::string tentative, text;
  for (const Variable* global : globals) {
    if (early.contains(global)) tentative += declaration(*global) + ";\n";
    const bool said = early.contains(global) && (global->is_extern || global->initializers.empty());
    if (!said) text += declaration(*global) + (global->is_extern ? "" : initializer(*global)) + ";\n";
  }
  return tentative + text;
}

} // namespace tandem::cwriter
