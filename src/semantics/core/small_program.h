// Small programs for tests: a shorthand over ProgramBuilder for a few straight-line functions.
#pragma once

#include "program/model/program_builder.h"

#include <memory>
#include <string>
#include <vector>

namespace tandem::semantics {

class SmallProgram {
public:
  explicit SmallProgram(DataModel model = DataModel::LP64)
      : context(std::make_shared<Context>(model)), builder(context), types(context->types()) {
    builder.add_file({"test.c", ""});
  }

  Function& function(const std::string& name, const Type& result, std::vector<const Variable*> parameters = {}) {
    std::vector<const Type*> parameter_types;
    for (const Variable* parameter : parameters) parameter_types.push_back(parameter->type);
    Function& made = builder.declare_function(name, name, types.function(result, parameter_types, false, true), at(1));
    builder.begin_body(made, std::move(parameters));
    here = builder.entry(made);
    current = &made;
    return made;
  }

  Function& declaration(const std::string& name, const Type& result, std::vector<const Type*> parameters,
                        bool variadic = false) {
    return builder.declare_function(name, name, types.function(result, std::move(parameters), variadic, true), at(1));
  }

  const Variable& variable(const std::string& name, const Type& type, VariableKind kind = VariableKind::Local) {
    const Variable& made =
        context->add_variable({.kind = kind, .name = name, .source_name = name, .type = &type, .owner = current});
    if (kind == VariableKind::Global)
      builder.add_global(made);
    else if (kind != VariableKind::Parameter)
      builder.add_local(*current, made);
    return made;
  }

  // Appends an edge; its line is the number of edges so far.
  void edge(Operation op) {
    const bool returns = op.kind == OpKind::Return;
    const DraftLocation next = returns ? builder.exit(*current) : builder.add_location(*current);
    builder.add_edge(here, next, op, at(++line));
    here = next;
  }

  void assign(const Expr& lvalue, const Expr& value) {
    edge({.kind = OpKind::Assign, .lvalue = &lvalue, .value = &value});
  }
  void input(const Expr& lvalue) { edge({.kind = OpKind::Nondet, .lvalue = &lvalue}); }
  void declare(const Variable& variable) { edge({.kind = OpKind::Declare, .variable = &variable}); }
  void returns(const Expr& value) { edge({.kind = OpKind::Return, .value = &value}); }
  void returns() { edge({.kind = OpKind::Return}); }
  void call(const Expr* lvalue, const Function& callee, std::vector<const Expr*> arguments) {
    edge({.kind = OpKind::Call, .lvalue = lvalue, .callee = &callee, .arguments = context->list(std::move(arguments))});
  }

  const Expr& number(int value) { return context->integer(types.int_type(), value); }
  const Expr& use(const Variable& variable) { return context->variable(variable); }

  Program finish() { return builder.finish(*builder_entry()); }
  const Function* entry = nullptr; // the first function if null

  static SourceRange at(std::uint32_t line) { return {{0, line, 1}, {0, line, 2}}; }

  std::shared_ptr<Context> context;
  ProgramBuilder builder;
  TypeTable& types;
  DraftLocation here = 0;
  Function* current = nullptr;
  std::uint32_t line = 0;

private:
  const Function* builder_entry() const { return entry != nullptr ? entry : current; }
};

} // namespace tandem::semantics
