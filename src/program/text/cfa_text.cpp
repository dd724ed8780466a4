// The printer behind `tandem show cfa` and the golden tests; columns are aligned per function.

#include "program/text/cfa_text.h"

#include "base/core/require.h"
#include "program/cexpr/c_expr.h"
#include "program/cexpr/c_types.h"
#include "program/cwriter/c_statement.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::text {

namespace {

const std::string& shown_name(const Variable& variable) {
  return variable.source_name.empty() ? variable.name : variable.source_name;
}

std::string assign_text(const Operation& op) {
  return fmt::format("{} = {}", cexpr::c_text(*op.lvalue, cexpr::ExprStyle::Readable),
                     cexpr::c_text_as(*op.value, op.lvalue->type(), cexpr::ExprStyle::Readable));
}

std::string call_text(const Operation& op) {
  const Type& type = op.callee != nullptr ? op.callee->type() : op.value->type().element();
  std::string text = op.lvalue == nullptr ? "" : cexpr::c_text(*op.lvalue, cexpr::ExprStyle::Readable) + " = ";
  text += op.callee != nullptr ? op.callee->source_name() : cexpr::c_callee(*op.value, cexpr::ExprStyle::Readable);
  text += "(";
  const bool generic = op.callee != nullptr && cwriter::is_compiler_builtin(*op.callee);
  for (std::size_t i = 0; i < op.arguments.size(); ++i) {
    const Expr& argument = *op.arguments[i];
    const Type& target = !generic && i < type.parameters().size() ? *type.parameters()[i] : argument.type();
    text += (i == 0 ? "" : ", ") + cexpr::c_text_as(argument, target, cexpr::ExprStyle::Readable);
  }
  return text + ")";
}

std::string return_text(const Operation& op) {
  return op.value == nullptr ? "return"
                             : "return " + cexpr::c_text_as(*op.value, op.value->type(), cexpr::ExprStyle::Readable);
}

std::string nondet_text(const Operation& op) {
  if (op.source != NondetSource::Assembly) return call_text(op);
  return cexpr::c_text(*op.lvalue, cexpr::ExprStyle::Readable) + " = any value (inline assembly)";
}

} // namespace

std::string operation_text(const Operation& op) {
  switch (op.kind) {
  case OpKind::Skip: return "skip";
  case OpKind::Assign: return assign_text(op);
  case OpKind::Assume: return "[" + cexpr::c_condition(*op.value, op.truth, cexpr::ExprStyle::Readable) + "]";
  case OpKind::Call: return call_text(op);
  case OpKind::Return: return return_text(op);
  case OpKind::Declare: return "declare " + cexpr::c_declaration(*op.variable->type, shown_name(*op.variable));
  case OpKind::Nondet: return nondet_text(op);
  case OpKind::EndScope: return "end " + shown_name(*op.variable);
  }
  unreachable();
}

std::string location_text(const Location& location) { return "L" + std::to_string(location.id); }

std::string signature_text(const Function& function) {
  std::string parameters;
  for (const Variable* parameter : function.parameters())
    parameters += (parameters.empty() ? "" : ", ") + cexpr::c_declaration(*parameter->type, shown_name(*parameter));
  if (function.type().is_variadic()) parameters += parameters.empty() ? "..." : ", ...";
  return cexpr::c_function_declaration(function.type(), function.source_name(),
                                       parameters.empty() ? "void" : parameters);
}

std::string cfa_text(const Function& function) {
  std::string text = fmt::format("{}: {}, entry {}, exit {}\n", function.name(), signature_text(function),
                                 location_text(function.entry()), location_text(function.exit()));
  std::size_t name_width = 0, step_width = 0;
  const auto step = [](const Edge& edge) { return location_text(*edge.from) + " -> " + location_text(*edge.to); };
  for (const Edge* edge : function.edges()) {
    name_width = std::max(name_width, edge->name.size());
    step_width = std::max(step_width, step(*edge).size());
  }
  for (const Edge* edge : function.edges())
    text += fmt::format("  {:<{}}  {:<{}}  {}\n", edge->name, name_width, step(*edge), step_width,
                        operation_text(edge->op));
  return text;
}

std::string cfa_text(const Program& program) {
  std::string text;
  for (const Function* function : program.functions())
    if (function->has_body()) text += (text.empty() ? "" : "\n") + cfa_text(*function);
  return text;
}

} // namespace tandem::text
