#include "program/cfa_text.h"

#include "base/require.h"
#include "program/c_expr.h"
#include "program/c_statement.h"
#include "program/c_types.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem {

namespace {

const std::string& shown_name(const Variable& variable) {
  return variable.source_name.empty() ? variable.name : variable.source_name;
}

std::string assign_text(const Operation& op) {
  return fmt::format("{} = {}", c_text(*op.place, ExprStyle::Readable),
                     c_text_as(*op.value, op.place->type(), ExprStyle::Readable));
}

std::string call_text(const Operation& op) {
  const Type& type = op.callee != nullptr ? op.callee->type() : op.value->type().element();
  std::string text = op.place == nullptr ? "" : c_text(*op.place, ExprStyle::Readable) + " = ";
  text += op.callee != nullptr ? op.callee->source_name() : c_callee(*op.value, ExprStyle::Readable);
  text += "(";
  const bool generic = op.callee != nullptr && is_compiler_builtin(*op.callee);
  for (std::size_t i = 0; i < op.arguments.size(); ++i) {
    const Expr& argument = *op.arguments[i];
    const Type& target = !generic && i < type.parameters().size() ? *type.parameters()[i] : argument.type();
    text += (i == 0 ? "" : ", ") + c_text_as(argument, target, ExprStyle::Readable);
  }
  return text + ")";
}

std::string return_text(const Operation& op) {
  return op.value == nullptr ? "return" : "return " + c_text_as(*op.value, op.value->type(), ExprStyle::Readable);
}

std::string nondet_text(const Operation& op) {
  if (op.source == NondetSource::Input) return call_text(op);
  return c_text(*op.place, ExprStyle::Readable) + " = any value (inline assembly)";
}

} // namespace

std::string operation_text(const Operation& op) {
  switch (op.kind) {
  case OpKind::Skip: return "skip";
  case OpKind::Assign: return assign_text(op);
  case OpKind::Assume: return "[" + c_condition(*op.value, op.truth, ExprStyle::Readable) + "]";
  case OpKind::Call: return call_text(op);
  case OpKind::Return: return return_text(op);
  case OpKind::Declare: return "declare " + c_declaration(*op.variable->type, shown_name(*op.variable));
  case OpKind::Nondet: return nondet_text(op);
  }
  unreachable();
}

std::string location_text(const Location& location) { return "L" + std::to_string(location.id); }

std::string signature_text(const Function& function) {
  std::string parameters;
  for (const Variable* parameter : function.parameters())
    parameters += (parameters.empty() ? "" : ", ") + c_declaration(*parameter->type, shown_name(*parameter));
  if (function.type().is_variadic()) parameters += parameters.empty() ? "..." : ", ...";
  return c_function_declaration(function.type(), function.source_name(), parameters.empty() ? "void" : parameters);
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

} // namespace tandem
