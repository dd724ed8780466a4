#include "testing/goals/goal_program.h"

#include "transform/copy/edited_copy.h"
#include "transform/copy/insert_checks.h"

#include <algorithm>

namespace tandem::testing::goals {

namespace {

constexpr const char* goal_function = "tandem_goal";

// Holds at the edge's beginning exactly if the edge is not taken.
const Expr& not_taken(Context& context, const Edge& edge) {
  const Expr& never = context.integer(context.types().int_type(), 0);
  if (edge.op.kind != OpKind::Assume) return never;
  return edge.op.truth ? context.unary(UnaryOp::LogicalNot, *edge.op.value) : *edge.op.value;
}

class WithoutUnreachable : public transform::copy::EditedCopy {
public:
  WithoutUnreachable(const Program& program, const GoalTable& table)
      : EditedCopy(program), table_(table), end_(declare_end(fresh_name("tandem_unreachable"), "abort")) {}

private:
  DraftLocation insert_behind(Function& made, const Edge& edge, DraftLocation to) override {
    const bool is_unreachable = std::ranges::any_of(
        table_.at(edge), [&](GoalId id) { return table_.status(id).state == GoalState::Unreachable; });
    if (!is_unreachable) return to;
    const DraftLocation begin = builder().add_location(made, edge.to);
    builder().add_edge(begin, builder().add_location(made, edge.to), {.kind = OpKind::Call, .callee = &end_},
                       edge.range, nullptr);
    return begin;
  }

  const GoalTable& table_;
  const Function& end_;
};

} // namespace

GoalProgram goal_program(const Program& program, const GoalTable& table, std::span<const GoalId> goals) {
  std::vector<transform::copy::InsertedCheck> checks;
  std::vector<GoalId> checked;
  for (const GoalId id : goals)
    for (const Edge* edge : table.goal(id).edges) {
      checks.push_back({edge->from, &not_taken(program.context(), *edge), goal_function, goal_function});
      checked.push_back(id);
    }
  transform::copy::CheckedCopy made = transform::copy::insert_checks(program, {.checks = checks});
  Property property;
  property.name = "unreach-call";
  property.entry = program.entry().source_name();
  property.error_functions.add(goal_function);
  GoalProgram result{std::move(made.program), std::move(property), std::move(made.edge_origin), {}};
  for (std::size_t i = 0; i < checked.size(); ++i) result.goals[made.functions[i]] = checked[i];
  return result;
}

Program without_unreachable(const Program& program, const GoalTable& table) {
  return std::move(WithoutUnreachable(program, table).run().program);
}

} // namespace tandem::testing::goals
