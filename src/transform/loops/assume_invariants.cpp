#include "transform/loops/assume_invariants.h"

#include "program/dataflow/reads.h"
#include "transform/copy/edited_copy.h"
#include "transform/reduce/residual.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tandem::transform::loops {

using exchange::LocationInvariant;

namespace {

bool speaks_of_scalars(const Expr& expr) {
  if (expr.is_lvalue()) return expr.kind() == ExprKind::Variable && expr.type().is_scalar();
  return std::ranges::all_of(expr.operands(), [](const Expr* operand) { return speaks_of_scalars(*operand); });
}

using ByLocation = std::map<const Location*, std::vector<const Expr*>>;

class Assumer : public copy::EditedCopy {
public:
  Assumer(const Program& program, const ByLocation& invariants) : EditedCopy(program), invariants_(invariants) {}

private:
  DraftLocation insert_at(Function& made, const Location& location, DraftLocation from) override {
    const auto found = invariants_.find(&location);
    if (found == invariants_.end()) return from;
    for (const Expr* condition : found->second) {
      const DraftLocation holds = builder().add_location(made, &location);
      builder().add_edge(from, holds, {.kind = OpKind::Assume, .value = &mapped(*condition)}, {}, nullptr);
      from = holds;
    }
    return from;
  }

  const ByLocation& invariants_;
};

} // namespace

AssumableInvariants::AssumableInvariants(const Program& program) {
  for (const Edge* edge : program.edges())
    dataflow::for_each_read(edge->op, [this](const Expr& at) {
      if (at.kind() == ExprKind::Variable && at.type().is_scalar()) reads_.insert(&at.variable());
    });
}

bool AssumableInvariants::contains(const Expr& condition) const {
  bool result = speaks_of_scalars(condition);
  for_each_variable(condition, [&](const Variable& variable) { result = result && reads_.contains(&variable); });
  return result;
}

std::vector<LocationInvariant> invariants_in(const reduce::Residual& residual,
                                             std::span<const LocationInvariant> invariants) {
  std::vector<LocationInvariant> there;
  for (const Location* location : residual.program.locations())
    for (const LocationInvariant& invariant : invariants)
      if (residual.location_origin[location->id] == invariant.location)
        there.push_back({location, invariant.condition});
  return there;
}

std::optional<reduce::Residual> assume_invariants(const Program& program,
                                                  std::span<const LocationInvariant> invariants) {
  const AssumableInvariants assumable(program);
  ByLocation by_location;
  for (const LocationInvariant& each : invariants)
    if (assumable.contains(*each.condition)) by_location[each.location].push_back(each.condition);
  if (by_location.empty()) return std::nullopt;
  copy::EditedCopy::Result made = Assumer(program, by_location).run();
  reduce::Residual result{.program = std::move(made.program),
                          .edge_origin = std::move(made.edge_origin),
                          .location_origin = std::move(made.location_origin),
                          .function_origin = std::move(made.function_origin),
                          .variable_origin = std::move(made.variable_origin)};
  result.remark = fmt::format("invariants assumed at {} locations", by_location.size());
  result.statistics = {.locations_before = program.locations().size(),
                       .edges_before = program.edges().size(),
                       .functions_before = program.functions().size(),
                       .locations = result.program.locations().size(),
                       .edges = result.program.edges().size(),
                       .functions = result.program.functions().size()};
  return result;
}

std::optional<reduce::Residual> assume_invariants(const reduce::Residual& residual,
                                                  std::span<const LocationInvariant> invariants) {
  auto result = assume_invariants(residual.program, invariants_in(residual, invariants));
  if (!result) return std::nullopt;
  return reduce::with_origins_of(std::move(*result), residual);
}

} // namespace tandem::transform::loops
