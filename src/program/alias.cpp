#include "program/alias.h"

#include "base/require.h"
#include "program/alias_constraints.h"
#include "program/alias_regions.h"
#include "program/call_graph.h"

#include <algorithm>
#include <optional>
#include <set>

namespace tandem {

using alias::BlockId;
using alias::Spot;
using alias::ValueId;

struct AliasPartition::Solution {
  Solution(const Program& analysed, UndefinedFunctions how)
      : program(analysed), undefined(how), constraints(analysed, how), regions(alias::make_regions(constraints)) {
    find_regions();
    find_callees();
  }

  void find_regions();
  void find_callees();
  void find_outside_calls();
  std::vector<const Function*> functions_at(ValueId value) const;

  // For expressions that are not the program's own: where they lie, from what they are made of.
  std::optional<Spot> place(const Expr& expr) const;
  std::optional<Spot> pointee(const Expr& pointer) const;
  std::optional<Spot> pointee_of_sum(const Expr& sum) const;
  bool is_known_place(const Expr& expr) const;

  const Program& program;
  UndefinedFunctions undefined;
  alias::Constraints constraints;
  alias::Regions regions;
  std::vector<RegionId> region_of_expr;                         // by expression id
  std::vector<std::vector<const Function*>> callees;            // by edge id
  std::vector<std::vector<const Function*>> functions_of_block; // by root block
  std::vector<bool> leaves_program;                             // by edge id
  std::vector<bool> callable_from_outside;
  std::vector<AliasPartition::Callback> callbacks;
};

void AliasPartition::Solution::find_regions() {
  const auto& places = constraints.places();
  region_of_expr.assign(places.size(), alias::none);
  for (std::size_t id = 0; id < places.size(); ++id) {
    if (places[id].block == alias::none) continue;
    const auto found = constraints.solver().find_cell(places[id]);
    if (found.cell != alias::none) region_of_expr[id] = regions.of_cell[found.cell];
  }
}

std::vector<const Function*> AliasPartition::Solution::functions_at(ValueId value) const {
  const alias::Solver& solver = constraints.solver();
  const Spot spot = solver.value(solver.root_value(value)).pointee;
  return spot.block == alias::none ? std::vector<const Function*>() : functions_of_block[solver.root(spot.block)];
}

void AliasPartition::Solution::find_callees() {
  const alias::Solver& solver = constraints.solver();
  const BlockId outside = solver.root(solver.outside());
  const std::vector<bool> has_address = functions_with_address(program);
  functions_of_block.resize(solver.block_count());
  for (const Function* function : program.functions())
    if (has_address[function->id()])
      functions_of_block[solver.root(constraints.function_blocks()[function->id()])].push_back(function);
  callees.resize(program.edges().size());
  leaves_program.assign(program.edges().size(), false);
  for (const Edge* edge : program.edges()) {
    if (edge->op.kind != OpKind::Call) continue;
    if (edge->op.callee != nullptr) {
      callees[edge->id].push_back(edge->op.callee);
      continue;
    }
    const ValueId called = constraints.called()[edge->id];
    for (const Function* function : functions_at(called))
      if (may_be_called_as(*function, edge->op.value->type().element())) callees[edge->id].push_back(function);
    leaves_program[edge->id] = solver.root(solver.value(solver.root_value(called)).pointee.block) == outside;
  }
  find_outside_calls();
}

void AliasPartition::Solution::find_outside_calls() {
  callable_from_outside.assign(program.functions().size(), false);
  for (const Function* function : functions_of_block[constraints.solver().root(constraints.solver().outside())])
    callable_from_outside[function->id()] = true;
  std::set<std::pair<std::uint32_t, std::uint32_t>> known;
  for (const auto& [caller, value] : constraints.callbacks())
    for (const Function* function : functions_at(value))
      if (known.emplace(caller->id(), function->id()).second) callbacks.push_back({caller, function});
}

bool AliasPartition::Solution::is_known_place(const Expr& expr) const {
  return expr.id() < constraints.places().size() && constraints.places()[expr.id()].block != alias::none;
}

std::optional<Spot> AliasPartition::Solution::place(const Expr& expr) const {
  if (is_known_place(expr)) return constraints.places()[expr.id()];
  switch (expr.kind()) {
  case ExprKind::Variable: {
    const ObjectId object = constraints.object_of(expr.variable());
    if (object == alias::none) return std::nullopt;
    return Spot{constraints.block_of(object), 0};
  }
  case ExprKind::Deref: return pointee(expr.operand(0));
  case ExprKind::Index: return place(expr.operand(0));
  case ExprKind::Field: {
    const auto record = place(expr.operand(0));
    if (!record) return std::nullopt;
    const auto range = alias::field_range(expr.operand(0).type(), expr.field_index());
    return Spot{record->block, record->offset + range.low};
  }
  case ExprKind::Integer:
  case ExprKind::Float:
  case ExprKind::String:
  case ExprKind::Zero:
  case ExprKind::AddressOf:
  case ExprKind::FunctionAddress:
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::Cast:
  case ExprKind::Conditional: return std::nullopt;
  }
  unreachable();
}

std::optional<Spot> AliasPartition::Solution::pointee(const Expr& pointer) const {
  const alias::Solver& solver = constraints.solver();
  const auto leads_to = [&solver](ValueId value) -> std::optional<Spot> {
    const Spot spot = solver.value(solver.root_value(value)).pointee;
    if (spot.block == alias::none) return std::nullopt;
    return spot;
  };
  if (pointer.id() < constraints.values().size() && constraints.values()[pointer.id()] != alias::none)
    return leads_to(constraints.values()[pointer.id()]);
  if (pointer.is_place()) {
    const auto at = place(pointer);
    if (!at) return std::nullopt;
    const auto found = solver.find_cell(*at);
    if (found.cell == alias::none) return std::nullopt;
    return leads_to(solver.cell(found.cell).value);
  }
  if (pointer.kind() == ExprKind::AddressOf) return place(pointer.operand(0));
  if (pointer.kind() == ExprKind::Cast && pointer.operand(0).type().is_pointer()) return pointee(pointer.operand(0));
  if (pointer.kind() == ExprKind::Binary) return pointee_of_sum(pointer);
  return std::nullopt;
}

std::optional<Spot> AliasPartition::Solution::pointee_of_sum(const Expr& sum) const {
  const alias::Solver& solver = constraints.solver();
  const auto base = pointee(sum.operand(0));
  if (!base || sum.binary_op() != BinaryOp::PtrAdd) return std::nullopt;
  const std::int64_t element = alias::element_size(sum.type().element());
  if (const auto count = alias::constant_value(sum.operand(1)); count && std::abs(*count) < (1 << 20))
    return Spot{base->block, base->offset + *count * element};
  // An unknown element is the same place only in a block that repeats accordingly.
  const std::int64_t stride = solver.block(solver.root(base->block)).stride;
  if (stride == 0 || element % stride != 0) return std::nullopt;
  return base;
}

AliasPartition::AliasPartition(const Program& program, UndefinedFunctions undefined)
    : solution_(std::make_unique<const Solution>(program, undefined)) {}
AliasPartition::~AliasPartition() = default;
AliasPartition::AliasPartition(AliasPartition&&) noexcept = default;
AliasPartition& AliasPartition::operator=(AliasPartition&&) noexcept = default;

const Program& AliasPartition::program() const { return solution_->program; }
UndefinedFunctions AliasPartition::undefined_functions() const { return solution_->undefined; }
const std::vector<Region>& AliasPartition::regions() const { return solution_->regions.regions; }
const std::vector<MemoryObject>& AliasPartition::objects() const { return solution_->constraints.objects(); }

const MemoryObject& AliasPartition::object(const Variable& variable) const {
  const ObjectId id = solution_->constraints.object_of(variable);
  require(id != alias::none, "the variable should belong to the analysed program");
  return objects()[id];
}

const Region* AliasPartition::region(const Expr& place) const {
  RegionId id = alias::none;
  if (solution_->is_known_place(place)) {
    id = solution_->region_of_expr[place.id()];
  } else if (const auto spot = solution_->place(place)) {
    const auto found = solution_->constraints.solver().find_cell(*spot);
    if (found.cell != alias::none) id = solution_->regions.of_cell[found.cell];
  }
  return id == alias::none ? nullptr : &regions()[id];
}

std::vector<PlacePart> AliasPartition::parts(const Expr& place) const {
  const auto spot = solution_->place(place);
  if (!spot) return {};
  const auto size = static_cast<std::int64_t>(place.type().size());
  return alias::parts_of(solution_->constraints.solver(), solution_->regions, *spot,
                         {0, size == 0 ? alias::endless : size});
}

std::vector<PlacePart> AliasPartition::parts_behind(const Expr& pointer) const {
  const auto spot = solution_->pointee(pointer);
  if (!spot) return {};
  return alias::parts_of(solution_->constraints.solver(), solution_->regions, *spot, {-alias::endless, alias::endless});
}

std::span<const Function* const> AliasPartition::callees(const Edge& call) const { return solution_->callees[call.id]; }

bool AliasPartition::may_leave_program(const Edge& call) const { return solution_->leaves_program[call.id]; }

const std::vector<bool>& AliasPartition::callable_from_outside() const { return solution_->callable_from_outside; }

const std::vector<AliasPartition::Callback>& AliasPartition::callbacks() const { return solution_->callbacks; }

} // namespace tandem
