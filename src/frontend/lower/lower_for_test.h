// Lowers a piece of C and shows the result as text, one edge per line, with all conversions written out.
#pragma once

#include "base/core/require.h"
#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "frontend/lower/lower.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace tandem::frontend::lower {

std::string inline show(const Expr& expr);

inline std::string show(const Type& type) {
  constexpr const char* integers[] = {"bool", "char", "schar", "uchar", "short",  "ushort", "int",
                                      "uint", "long", "ulong", "llong", "ullong", "int128", "uint128"};
  constexpr const char* floats[] = {"float", "double", "ldouble"};
  switch (type.kind()) {
  case TypeKind::Void: return "void";
  case TypeKind::Integer: return integers[static_cast<std::size_t>(type.integer_kind())];
  case TypeKind::Float: return floats[static_cast<std::size_t>(type.float_kind())];
  case TypeKind::Pointer: return show(type.element()) + "*";
  case TypeKind::Array:
    return show(type.element()) + "[" + (type.has_length() ? std::to_string(type.length()) : "") + "]";
  case TypeKind::Record: return type.tag();
  case TypeKind::VaList: return "va_list";
  case TypeKind::Function: break;
  }
  std::string parameters;
  for (const Type* parameter : type.parameters()) parameters += (parameters.empty() ? "" : ",") + show(*parameter);
  if (type.is_variadic()) parameters += ",...";
  return show(type.result()) + (type.has_prototype() ? "(" + parameters + ")" : "(?)");
}

inline std::string show_constant(const Expr& expr) {
  std::ostringstream text;
  switch (expr.kind()) {
  case ExprKind::Float: text << expr.float_value() << ":" << show(expr.type()); break;
  case ExprKind::String: text << '"' << expr.string_value() << '"'; break;
  case ExprKind::Zero: text << "{}"; break;
  default:
    if (expr.type().is_pointer())
      text << (expr.bits() == 0 ? "null" : "ptr:" + std::to_string(static_cast<unsigned long long>(expr.bits())));
    else
      text << (expr.type().is_signed() ? std::to_string(static_cast<long long>(expr.value()))
                                       : std::to_string(static_cast<unsigned long long>(expr.bits())));
    if (expr.type().is_integer() && expr.type().integer_kind() != IntegerKind::Int) text << ":" << show(expr.type());
  }
  return text.str();
}

inline std::string show(const Expr& expr) {
  const auto part = [&](std::size_t i) { return show(expr.operand(i)); };
  switch (expr.kind()) {
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::String:
  case ExprKind::Zero: return show_constant(expr);
  case ExprKind::Variable: return expr.variable().name;
  case ExprKind::Deref: return "*" + part(0);
  case ExprKind::Field: return part(0) + "." + expr.operand(0).type().fields()[expr.field_index()].name;
  case ExprKind::Index: return part(0) + "[" + part(1) + "]";
  case ExprKind::AddressOf: return "&" + part(0);
  case ExprKind::FunctionAddress: return "&" + expr.function().name();
  case ExprKind::Unary: return std::string(spelling(expr.unary_op())) + part(0);
  case ExprKind::Binary: return "(" + part(0) + " " + std::string(spelling(expr.binary_op())) + " " + part(1) + ")";
  case ExprKind::Cast: return "(" + show(expr.type()) + ")" + part(0);
  case ExprKind::Conditional: return "(" + part(0) + " ? " + part(1) + " : " + part(2) + ")";
  case ExprKind::Query: return std::string(name(expr.query()));
  }
  unreachable();
}

inline std::string show_call(const Operation& op) {
  std::string arguments;
  for (const Expr* argument : op.arguments) arguments += (arguments.empty() ? "" : ", ") + show(*argument);
  return (op.lvalue == nullptr ? "" : show(*op.lvalue) + " = ") +
         (op.callee != nullptr ? op.callee->name() : "(*" + show(*op.value) + ")") + "(" + arguments + ")";
}

inline std::string show(const Operation& op) {
  switch (op.kind) {
  case OpKind::Skip: return "skip";
  case OpKind::Assign: return show(*op.lvalue) + " = " + show(*op.value);
  case OpKind::Assume: return (op.truth ? "[" : "[!") + show(*op.value) + "]";
  case OpKind::Call: return show_call(op);
  case OpKind::Return: return op.value == nullptr ? "return" : "return " + show(*op.value);
  case OpKind::Declare: return "declare " + show(*op.variable->type) + " " + op.variable->name;
  case OpKind::Nondet:
    return show(*op.lvalue) + " = ?" + (op.source == NondetSource::Assembly ? "asm" : op.callee->name());
  case OpKind::EndScope: return "end " + op.variable->name;
  }
  unreachable();
}

// "0>1 x = 3": locations numbered as in Function::locations(), E for the exit.
inline std::string show(const Function& function) {
  const auto number = [&](const Location* location) {
    if (location == &function.exit()) return std::string("E");
    return std::to_string(std::ranges::find(function.locations(), location) - function.locations().begin());
  };
  std::string result;
  for (const Edge* edge : function.edges())
    result += number(edge->from) + ">" + number(edge->to) + " " + show(edge->op) + "\n";
  return result;
}

inline Program lower_texts(const std::vector<std::string>& texts, DataModel model = DataModel::LP64,
                           const std::string& entry = "main", Allocations allocations = Allocations::Succeed) {
  const TempDir folder("lower-test");
  std::vector<parse::TranslationUnit> units;
  std::vector<SourceFile> files;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::filesystem::path file = folder.path() / (std::string(1, static_cast<char>('a' + i)) + ".c");
    write_text_file(file, texts[i]);
    units.push_back({file, {}});
    files.push_back({file.string(), ""});
  }
  return lower(parse::parse(units, model), files, model, entry, {}, allocations);
}

inline Program lower_text(const std::string& text, DataModel model = DataModel::LP64) {
  return lower_texts({text}, model);
}

// The edges of f in a program that consists of `text`, which defines f, and a main that calls nothing else.
inline std::string show_f(const std::string& text, DataModel model = DataModel::LP64) {
  const Program program = lower_texts({text}, model, "f");
  return show(program.entry());
}

// "int[3] g = {g[1] = 2}"
inline std::string show_global(const Program& program, std::string_view name) {
  for (const Variable* global : program.globals()) {
    if (global->name != name) continue;
    std::string parts;
    for (const Initializer& part : global->initializers)
      parts += (parts.empty() ? "" : ", ") + show(*part.lvalue) + " = " + show(*part.value);
    return (global->is_extern ? "extern " : "") + show(*global->type) + " " + global->name + " = {" + parts + "}";
  }
  return "none";
}

} // namespace tandem::frontend::lower
