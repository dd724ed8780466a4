#include "testing/goals/goal_program.h"

#include "transform/copy/insert_checks.h"

namespace tandem::testing::goals {

namespace {

constexpr const char* goal_function = "tandem_goal";

// Holds at the edge's beginning exactly if the edge is not taken.
const Expr& not_taken(Context& context, const Edge& edge) {
  const Expr& never = context.integer(context.types().int_type(), 0);
  if (edge.op.kind != OpKind::Assume) return never;
  return edge.op.truth ? context.unary(UnaryOp::LogicalNot, *edge.op.value) : *edge.op.value;
}

} // namespace

GoalProgram goal_program(const Program& program, const GoalTable& table, std::span<const GoalId> goals) {
  std::vector<transform::copy::InsertedCheck> checks;
  for (const GoalId id : goals)
    for (const Edge* edge : table.goal(id).edges)
      checks.push_back({edge->from, &not_taken(program.context(), *edge), goal_function, goal_function});
  transform::copy::CheckedCopy made = transform::copy::insert_checks(program, {.checks = checks});
  Property property;
  property.name = "unreach-call";
  property.entry = program.entry().source_name();
  property.error_functions.add(goal_function);
  return {std::move(made.program), std::move(property), std::move(made.edge_origin)};
}

} // namespace tandem::testing::goals
