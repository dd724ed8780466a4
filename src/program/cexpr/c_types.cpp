// Declarators are built from the inside out: the text so far is wrapped in *, [] or () while the type is traversed
// towards its specifier.

#include "program/cexpr/c_types.h"

#include "base/core/require.h"

namespace tandem::cexpr {

namespace {

// The specifier to the left of a declarator: the type at the end of the chain of pointers, arrays and functions.
std::string specifier(const Type& type) {
  switch (type.kind()) {
  case TypeKind::Void: return "void";
  case TypeKind::Integer: return std::string(spelling(type.integer_kind()));
  case TypeKind::Float: return std::string(spelling(type.float_kind()));
  case TypeKind::Record: return c_record_name(type);
  case TypeKind::VaList: return "__builtin_va_list";
  case TypeKind::Pointer:
  case TypeKind::Array: return specifier(type.element());
  case TypeKind::Function: return specifier(type.result());
  }
  unreachable();
}

std::string declarator(const Type& type, std::string inner);

// A pointer binds less tightly than the array or function it points to.
std::string pointer_declarator(const Type& type, const std::string& inner) {
  const Type& element = type.element();
  const bool parentheses = element.is_array() || element.is_function();
  return declarator(element, parentheses ? "(*" + inner + ")" : "*" + inner);
}

std::string array_declarator(const Type& type, const std::string& inner) {
  const std::string length = type.has_length() ? std::to_string(type.length()) : "";
  return declarator(type.element(), inner + "[" + length + "]");
}

std::string declarator(const Type& type, std::string inner) {
  switch (type.kind()) {
  case TypeKind::Pointer: return pointer_declarator(type, inner);
  case TypeKind::Array: return array_declarator(type, inner);
  case TypeKind::Function: return declarator(type.result(), inner + "(" + c_parameter_types(type) + ")");
  case TypeKind::Void:
  case TypeKind::Integer:
  case TypeKind::Float:
  case TypeKind::Record:
  case TypeKind::VaList: return inner;
  }
  unreachable();
}

std::string join(const std::string& specifier, const std::string& declarator) {
  return declarator.empty() ? specifier : specifier + " " + declarator;
}

} // namespace

std::string_view spelling(IntegerKind kind) {
  switch (kind) {
  case IntegerKind::Bool: return "_Bool";
  case IntegerKind::Char: return "char";
  case IntegerKind::SChar: return "signed char";
  case IntegerKind::UChar: return "unsigned char";
  case IntegerKind::Short: return "short";
  case IntegerKind::UShort: return "unsigned short";
  case IntegerKind::Int: return "int";
  case IntegerKind::UInt: return "unsigned int";
  case IntegerKind::Long: return "long";
  case IntegerKind::ULong: return "unsigned long";
  case IntegerKind::LongLong: return "long long";
  case IntegerKind::ULongLong: return "unsigned long long";
  case IntegerKind::Int128: return "__int128";
  case IntegerKind::UInt128: return "unsigned __int128";
  }
  unreachable();
}

std::string_view spelling(FloatKind kind) {
  switch (kind) {
  case FloatKind::Float: return "float";
  case FloatKind::Double: return "double";
  case FloatKind::LongDouble: return "long double";
  }
  unreachable();
}

std::string c_declaration(const Type& type, std::string_view name) {
  return join(specifier(type), declarator(type, std::string(name)));
}

std::string c_type(const Type& type) { return c_declaration(type, ""); }

std::string c_function_declaration(const Type& function, std::string_view name, std::string_view parameters) {
  const std::string inner = std::string(name) + "(" + std::string(parameters) + ")";
  return join(specifier(function), declarator(function.result(), inner));
}

namespace {

// The names are `prefix` with a number; none if it is empty.
std::string parameter_list(const Type& function, const std::string& prefix) {
  if (!function.has_prototype()) return "";
  // C17 has no way to write f(...) but f().
  if (function.parameters().empty()) return function.is_variadic() ? "" : "void";
  std::string text;
  for (std::size_t i = 0; i < function.parameters().size(); ++i)
    text += (i == 0 ? "" : ", ") +
            c_declaration(*function.parameters()[i], prefix.empty() ? "" : prefix + std::to_string(i));
  return function.is_variadic() ? text + ", ..." : text;
}

} // namespace

std::string c_parameter_types(const Type& function) { return parameter_list(function, ""); }

std::string c_numbered_parameters(const Type& function) { return parameter_list(function, "p"); }

std::string c_record_name(const Type& record) { return (record.is_union() ? "union " : "struct ") + record.tag(); }

} // namespace tandem::cexpr
