// For tests only: C files on disk, and a program model with the functions that they declare and define. The model's
// bodies only ask for inputs, one after the other.
#pragma once

#include "base/core/temp_dir.h"
#include "base/core/text_file.h"
#include "program/model/program_builder.h"
#include "task/counterexample.h"

#include <memory>
#include <string>
#include <vector>

namespace tandem::task {

class TaskSketch {
public:
  explicit TaskSketch(DataModel model = DataModel::LP64) : context(std::make_shared<Context>(model)) {}

  void file(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder.path() / name;
    write_text_file(path, text);
    file_ = builder.add_file({path.string(), "0"});
  }

  // The name may be taken: then the model has another one for it, as for static functions.
  Function& declare(const std::string& name, const Type& result, std::uint32_t line = 1) {
    const SourcePoint at{file_, line, 1};
    return builder.declare_function(builder.unique_name(name), name, types().function(result, {}, false, false),
                                    {at, at});
  }
  Function& define(const std::string& name, const Type& result, std::uint32_t line = 1,
                   const std::vector<const Type*>& parameter_types = {}) {
    Function& function = declare(name, result, line);
    std::vector<const Variable*> parameters;
    for (const Type* type : parameter_types)
      parameters.push_back(&context->add_variable({.kind = VariableKind::Parameter, .name = "p", .type = type}));
    builder.begin_body(function, parameters);
    ends_.push_back({&function, builder.entry(function)});
    return function;
  }

  // The function defined last calls this one, and gets a value.
  void input(const Function& function, UInt128 bits) {
    const Type& type = function.result();
    const bool is_nondet = function.name().starts_with("__VERIFIER_nondet_");
    const Variable& result = context->add_variable({.kind = VariableKind::Temporary, .name = "t", .type = &type});
    step(
        {.kind = is_nondet ? OpKind::Nondet : OpKind::Call, .lvalue = &context->variable(result), .callee = &function});
    inputs_.push_back({is_nondet ? InputKind::Nondet : InputKind::UndefinedFunction, &type, bits, nullptr});
  }
  // A value that no call asks for.
  void input(InputKind kind, const Type& type, UInt128 bits) { unasked_.push_back({kind, &type, bits, nullptr}); }

  Program finish(const Function& entry) {
    for (const End& end : ends_) builder.add_edge(end.at, builder.exit(*end.function), {.kind = OpKind::Return}, {});
    return builder.finish(entry);
  }

  Counterexample counterexample(const Program& program) const {
    Counterexample result{.inputs = unasked_};
    std::size_t used = 0;
    for (const Edge* edge : program.edges()) {
      if (edge->op.lvalue == nullptr) continue;
      result.inputs.push_back(inputs_[used++]);
      result.inputs.back().edge = edge;
    }
    return result;
  }

  TypeTable& types() { return context->types(); }
  const Type& type(IntegerKind kind) { return types().integer(kind); }
  const Type& type(FloatKind kind) { return types().floating(kind); }
  const Type& int_type() { return types().int_type(); }
  const Type& void_type() { return types().void_type(); }

  TempDir folder;
  std::shared_ptr<Context> context;
  ProgramBuilder builder{context};

private:
  struct End {
    Function* function;
    DraftLocation at;
  };

  void step(const Operation& op) {
    End& end = ends_.back();
    const DraftLocation next = builder.add_location(*end.function);
    const SourcePoint at{0, ++line_, 3};
    builder.add_edge(end.at, next, op, {at, at});
    end.at = next;
  }

  std::uint32_t file_ = 0, line_ = 0;
  std::vector<End> ends_;
  std::vector<InputValue> inputs_, unasked_;
};

} // namespace tandem::task
