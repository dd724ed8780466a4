// For tests only: a concise way to build programs as automata.
#pragma once

#include "program/model/program_builder.h"

#include <memory>
#include <string>
#include <vector>

namespace tandem::text {

class ProgramSketch {
public:
  explicit ProgramSketch(DataModel model = DataModel::LP64) : context(std::make_shared<Context>(model)) {
    builder.add_file({"a.c", ""});
  }

  Function& function(const std::string& name, const Type& type, std::vector<const Variable*> parameters = {}) {
    Function& result = declare(name, type);
    builder.begin_body(result, std::move(parameters));
    return result;
  }
  Function& declare(const std::string& name, const Type& type) {
    return builder.declare_function(name, name, type, at(++line));
  }
  const Type& function_type(const Type& result, std::vector<const Type*> parameters = {}) {
    return types().function(result, std::move(parameters), false, true);
  }

  Variable& global(const std::string& name, const Type& type) {
    Variable& variable = add(VariableKind::Global, name, type);
    builder.add_global(variable);
    return variable;
  }
  Variable& parameter(const std::string& name, const Type& type) { return add(VariableKind::Parameter, name, type); }
  const Variable& local(Function& function, const std::string& name, const Type& type) {
    Variable& variable = add(VariableKind::Local, name, type);
    builder.add_local(function, variable);
    return variable;
  }

  // Edges, each on a source line of its own.
  void edge(DraftLocation from, DraftLocation to, Operation op) { builder.add_edge(from, to, op, at(++line)); }
  void assign(DraftLocation from, DraftLocation to, const Expr& lvalue, const Expr& value) {
    edge(from, to, {.kind = OpKind::Assign, .lvalue = &lvalue, .value = &value});
  }
  void call(DraftLocation from, DraftLocation to, const Expr* lvalue, const Function& callee,
            std::vector<const Expr*> arguments = {}) {
    edge(from, to,
         {.kind = OpKind::Call, .lvalue = lvalue, .callee = &callee, .arguments = context->list(std::move(arguments))});
  }
  void declare(DraftLocation from, DraftLocation to, const Variable& variable) {
    edge(from, to, {.kind = OpKind::Declare, .variable = &variable});
  }
  void give(DraftLocation from, const Function& function, const Expr* value) {
    edge(from, builder.exit(function), {.kind = OpKind::Return, .value = value});
  }
  void branch(DraftLocation from, const Expr& condition, DraftLocation yes, DraftLocation no) {
    builder.add_branch(from, condition, yes, no, at(++line));
  }
  DraftLocation location(Function& function) { return builder.add_location(function); }

  TypeTable& types() { return context->types(); }
  const Type& int_type() { return types().int_type(); }
  const Expr& number(int value) { return context->integer(int_type(), value); }
  const Expr& use(const Variable& variable) { return context->variable(variable); }
  static SourceRange at(std::uint32_t line) { return {{0, line, 3}, {0, line, 4}}; }

  std::shared_ptr<Context> context;
  ProgramBuilder builder{context};
  std::uint32_t line = 0;

private:
  Variable& add(VariableKind kind, const std::string& name, const Type& type) {
    return context->add_variable({.kind = kind, .name = name, .source_name = name, .type = &type});
  }
};

} // namespace tandem::text
