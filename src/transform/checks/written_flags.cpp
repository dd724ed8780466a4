// A flag is cleared where its variable is declared and set behind every assignment. Definite assignment tells which
// variables need one: most have none.

#include "transform/checks/written_flags.h"

#include "program/dataflow/definite_assignment.h"

namespace tandem::transform::checks {

namespace {

Operation set_flag(Context& context, const Expr& flag, int value) {
  return {.kind = OpKind::Assign, .lvalue = &flag, .value = &context.integer(context.types().int_type(), value)};
}

void add_function(const Program& program, const Function& function, FlaggedReads& result) {
  const auto reads = dataflow::maybe_uninitialised_reads(function);
  if (reads.variables.empty()) return;
  Context& context = program.context();
  WrittenFlags flags;
  for (const Variable* variable : function.locals()) {
    if (!reads.variables.contains(variable)) continue;
    const Variable& flag = context.add_variable({.kind = VariableKind::Local,
                                                 .name = "__tandem_written_" + variable->name,
                                                 .type = &context.types().int_type(),
                                                 .owner = &function});
    result.flags.push_back(&flag);
    flags[variable] = &context.variable(flag);
  }
  for (const Edge* edge : function.edges()) {
    const Operation& op = edge->op;
    const bool assigns = op.lvalue != nullptr && op.lvalue->kind() == ExprKind::Variable;
    const Variable* changed = op.kind == OpKind::Declare ? op.variable : assigns ? &op.lvalue->variable() : nullptr;
    if (const auto flag = flags.find(changed); flag != flags.end())
      result.operations.push_back({edge, set_flag(context, *flag->second, op.kind == OpKind::Declare ? 0 : 1)});
    if (const auto here = reads.by_edge.find(edge); here != reads.by_edge.end())
      for (const Variable* variable : here->second) result.by_location[edge->from][variable] = flags.at(variable);
  }
}

} // namespace

FlaggedReads flag_uninitialised_reads(const Program& program) {
  FlaggedReads result;
  for (const Function* function : program.functions())
    if (function->has_body()) add_function(program, *function, result);
  return result;
}

} // namespace tandem::transform::checks
