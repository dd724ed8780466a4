// The solved partition and its queries. The constructor generates and solves the constraints, turns cells into regions
// and reads off what calls through pointers may enter. Expressions of the program have their region in a table.
// Expressions created later (predicates, conditions of an automaton) are looked up by structure, without adding
// constraints: a pointer's class leads to a block, and an unknown index is accepted only where the block repeats with
// a compatible stride; otherwise there is no answer rather than a wrong one.

#include "program/pointers/alias.h"

#include "base/core/require.h"
#include "program/pointers/alias_constraints.h"
#include "program/pointers/alias_regions.h"
#include "program/pointers/call_graph.h"

#include <algorithm>
#include <optional>
#include <set>

namespace tandem::pointers {

using tandem::pointers::BlockId;
using tandem::pointers::PointerId;
using tandem::pointers::Spot;

struct AliasPartition::Solution {
  Solution(const Program& analysed, UndefinedFunctions how)
      : program(analysed), undefined(how), constraints(analysed, how), regions(make_regions(constraints)) {
    find_regions();
    find_callees();
    find_allocations();
  }

  void find_regions();
  void find_callees();
  std::set<BlockId> blocks_reachable_from_environment() const;
  void find_external_calls();
  void find_allocations();
  const std::vector<const Function*>& functions_at(PointerId pointer) const;

  // For expressions that do not occur in the program: their spot, from their operands.
  std::optional<Spot> spot_of(const Expr& expr) const;
  std::optional<Spot> pointee(const Expr& pointer) const;
  std::optional<Spot> element_spot(const Expr& expr) const;
  std::optional<Spot> moved(Spot start, const Expr& index, std::int64_t element) const;
  std::optional<Spot> pointee_of_sum(const Expr& sum) const;
  bool is_known_lvalue(const Expr& expr) const;
  std::vector<LvaluePart> parts_at(const std::vector<Spot>& spots) const;

  const Program& program;
  UndefinedFunctions undefined;
  Constraints constraints;
  Regions regions;
  std::vector<RegionId> region_of_expr;                         // by expression id
  std::vector<std::vector<const Function*>> callees;            // by edge id
  std::vector<std::vector<const Function*>> functions_of_block; // by root block
  std::vector<bool> may_be_external, leaves_out;                // by edge id
  std::vector<bool> externally_callable;
  std::vector<std::vector<ObjectId>> allocated_by; // by edge id
  std::vector<AliasPartition::Callback> callbacks;
};

void AliasPartition::Solution::find_regions() {
  const auto& lvalue_spots = constraints.lvalue_spots();
  region_of_expr.assign(lvalue_spots.size(), none);
  for (std::size_t id = 0; id < lvalue_spots.size(); ++id) {
    if (lvalue_spots[id].block == none) continue;
    const auto found = constraints.solver().find_cell(lvalue_spots[id]);
    if (found.cell != none) region_of_expr[id] = regions.of_cell[found.cell];
  }
}

const std::vector<const Function*>& AliasPartition::Solution::functions_at(PointerId pointer) const {
  const Solver& solver = constraints.solver();
  return functions_of_block[solver.root(solver.pointee(pointer).block)];
}

// The targets of pointers that external code may hold: those passed to it, and those stored in environment memory.
std::set<BlockId> AliasPartition::Solution::blocks_reachable_from_environment() const {
  const Solver& solver = constraints.solver();
  std::set<BlockId> result{solver.root(solver.environment())};
  for (CellId cell = 0; cell < regions.of_cell.size(); ++cell) {
    if (regions.of_cell[cell] == none) continue;
    const Region& region = regions.regions[regions.of_cell[cell]];
    const PointerId content = solver.cell(cell).content.pointer;
    if ((region.is_external || region.members.empty()) && content != none)
      result.insert(solver.root(solver.pointee(content).block));
  }
  return result;
}

void AliasPartition::Solution::find_callees() {
  const Solver& solver = constraints.solver();
  const std::set<BlockId> environment_blocks = blocks_reachable_from_environment();
  const std::vector<bool> has_address = functions_with_address(program);
  functions_of_block.resize(solver.block_count());
  for (const Function* function : program.functions())
    if (has_address[function->id()])
      functions_of_block[solver.root(constraints.function_blocks()[function->id()])].push_back(function);
  callees.resize(program.edges().size());
  may_be_external.assign(program.edges().size(), false);
  leaves_out.assign(program.edges().size(), false);
  for (const Edge* edge : program.edges()) {
    if (edge->op.kind != OpKind::Call) continue;
    if (edge->op.callee != nullptr) {
      callees[edge->id].push_back(edge->op.callee);
      continue;
    }
    const PointerId called = constraints.called()[edge->id];
    may_be_external[edge->id] = environment_blocks.contains(solver.root(solver.pointee(called).block));
    // The environment's memory is one block in which functions of all types meet; elsewhere a function of another type
    // is here because the program converts the pointer, and such a call is executed.
    for (const Function* function : functions_at(called))
      if (!may_be_external[edge->id] || may_be_called_as(*function, edge->op.value->type().element()))
        callees[edge->id].push_back(function);
      else
        leaves_out[edge->id] = true;
  }
  find_external_calls();
}

void AliasPartition::Solution::find_external_calls() {
  externally_callable.assign(program.functions().size(), false);
  for (const Function* function : functions_of_block[constraints.solver().root(constraints.solver().environment())])
    externally_callable[function->id()] = true;
  std::set<std::pair<std::uint32_t, std::uint32_t>> known;
  for (const auto& [caller, pointer] : constraints.callbacks())
    for (const Function* function : functions_at(pointer))
      if (known.emplace(caller->id(), function->id()).second) callbacks.push_back({caller, function});
}

void AliasPartition::Solution::find_allocations() {
  allocated_by.resize(program.edges().size());
  const Wrappers& wrappers = constraints.wrappers();
  for (const MemoryObject& object : constraints.objects()) {
    std::vector<const Edge*> work;
    if (object.allocation != nullptr) work.push_back(object.allocation);
    while (!work.empty()) {
      const Edge& edge = *work.back();
      work.pop_back();
      std::vector<ObjectId>& known = allocated_by[edge.id];
      if (!known.empty() && known.back() == object.id) continue;
      known.push_back(object.id);
      const Function* callee = edge.op.callee;
      if (callee != nullptr && wrappers.is_wrapper[callee->id()])
        work.insert(work.end(), wrappers.sources[callee->id()].begin(), wrappers.sources[callee->id()].end());
    }
  }
}

// Everything around the spots; pointers of one class lead to one block, which is listed once.
std::vector<LvaluePart> AliasPartition::Solution::parts_at(const std::vector<Spot>& spots) const {
  std::vector<LvaluePart> result;
  std::set<std::pair<BlockId, std::int64_t>> seen;
  for (const Spot& spot : spots) {
    const Spot at = constraints.solver().resolve(spot);
    if (!seen.emplace(at.block, at.offset).second) continue;
    const std::vector<LvaluePart> parts = parts_of(constraints.solver(), regions, spot, {-endless, endless});
    result.insert(result.end(), parts.begin(), parts.end());
  }
  return result;
}

bool AliasPartition::Solution::is_known_lvalue(const Expr& expr) const {
  return expr.id() < constraints.lvalue_spots().size() && constraints.lvalue_spots()[expr.id()].block != none;
}

std::optional<Spot> AliasPartition::Solution::spot_of(const Expr& expr) const {
  if (is_known_lvalue(expr)) return constraints.lvalue_spots()[expr.id()];
  const ExprKind kind = expr.kind();
  if (kind == ExprKind::Variable) {
    const ObjectId object = constraints.object_of(expr.variable());
    if (object == none) return std::nullopt;
    return Spot{constraints.block_of(object), 0};
  }
  if (kind == ExprKind::Deref) return pointee(expr.operand(0));
  if (kind == ExprKind::Index) return element_spot(expr);
  if (kind != ExprKind::Field) return std::nullopt;
  const auto record = spot_of(expr.operand(0));
  if (!record) return std::nullopt;
  const auto range = field_range(expr.operand(0).type(), expr.field_index());
  return Spot{record->block, record->offset + range.low};
}

std::optional<Spot> AliasPartition::Solution::element_spot(const Expr& expr) const {
  const auto array = spot_of(expr.operand(0));
  if (!array) return std::nullopt;
  return moved(*array, expr.operand(1), element_size(expr.type()));
}

// An unknown element is represented by the first one only in a block that repeats accordingly.
std::optional<Spot> AliasPartition::Solution::moved(Spot start, const Expr& index, std::int64_t element) const {
  const Solver& solver = constraints.solver();
  if (const auto count = constant_value(index); count && std::abs(*count) < (1 << 20))
    return Spot{start.block, start.offset + *count * element};
  while (true) {
    const Spot at = solver.resolve(start);
    const Block& block = solver.block(at.block);
    if (block.stride != 0 && element % block.stride == 0) return at;
    const auto inner = std::find_if(block.parts.begin(), block.parts.end(), [&at](const Part& part) {
      return part.is_block && part.offset <= at.offset && at.offset < part.end();
    });
    if (inner == block.parts.end()) return std::nullopt;
    start = {inner->id, at.offset - inner->offset};
  }
}

std::optional<Spot> AliasPartition::Solution::pointee(const Expr& pointer) const {
  const Solver& solver = constraints.solver();
  const auto leads_to = [&solver](const Content& content) -> std::optional<Spot> {
    if (content.pointer == none) return std::nullopt;
    return solver.pointee(content.pointer);
  };
  if (pointer.id() < constraints.values().size() && !constraints.values()[pointer.id()].is_empty())
    return leads_to(constraints.values()[pointer.id()]);
  if (pointer.is_lvalue()) {
    const auto at = spot_of(pointer);
    if (!at) return std::nullopt;
    const auto found = solver.find_cell(*at);
    if (found.cell == none) return std::nullopt;
    return leads_to(solver.cell(found.cell).content);
  }
  if (pointer.kind() == ExprKind::AddressOf) return spot_of(pointer.operand(0));
  if (pointer.kind() == ExprKind::Cast && pointer.operand(0).type().is_pointer()) return pointee(pointer.operand(0));
  if (pointer.kind() == ExprKind::Binary) return pointee_of_sum(pointer);
  return std::nullopt;
}

std::optional<Spot> AliasPartition::Solution::pointee_of_sum(const Expr& sum) const {
  const auto base = pointee(sum.operand(0));
  if (!base || sum.binary_op() != BinaryOp::PtrAdd) return std::nullopt;
  return moved(*base, sum.operand(1), element_size(sum.type().element()));
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
  require(id != none, "the variable should belong to the analysed program");
  return objects()[id];
}

std::span<const ObjectId> AliasPartition::allocated_by(const Edge& call) const {
  return solution_->allocated_by[call.id];
}

const Region* AliasPartition::region(const Expr& lvalue) const {
  RegionId id = none;
  if (solution_->is_known_lvalue(lvalue)) {
    id = solution_->region_of_expr[lvalue.id()];
  } else if (const auto spot = solution_->spot_of(lvalue)) {
    const auto found = solution_->constraints.solver().find_cell(*spot);
    if (found.cell != none) id = solution_->regions.of_cell[found.cell];
  }
  return id == none ? nullptr : &regions()[id];
}

std::vector<LvaluePart> AliasPartition::parts(const Expr& lvalue) const {
  const auto spot = solution_->spot_of(lvalue);
  if (!spot) return {};
  const auto size = static_cast<std::int64_t>(lvalue.type().size());
  return parts_of(solution_->constraints.solver(), solution_->regions, *spot, {0, size == 0 ? endless : size});
}

std::vector<LvaluePart> AliasPartition::parts_behind(const Expr& value) const {
  const auto& values = solution_->constraints.values();
  if (value.id() < values.size() && !values[value.id()].is_empty())
    return solution_->parts_at(solution_->constraints.solver().targets(values[value.id()]));
  if (value.is_lvalue()) {
    std::vector<LvaluePart> result;
    for (const LvaluePart& part : parts(value)) {
      const std::vector<LvaluePart> behind = parts_behind(regions()[part.region]);
      result.insert(result.end(), behind.begin(), behind.end());
    }
    return result;
  }
  const auto spot = solution_->pointee(value);
  return spot ? solution_->parts_at({*spot}) : std::vector<LvaluePart>();
}

std::vector<LvaluePart> AliasPartition::parts_behind(const Region& region) const {
  const Solver& solver = solution_->constraints.solver();
  return solution_->parts_at(solver.targets(solver.cell(solution_->regions.cells[region.id]).content));
}

std::vector<LvaluePart> AliasPartition::error_number() const {
  const PointerId pointer = solution_->constraints.error_number();
  if (pointer == none) return {};
  return solution_->parts_at({solution_->constraints.solver().pointee(pointer)});
}

std::span<const Function* const> AliasPartition::callees(const Edge& call) const { return solution_->callees[call.id]; }

bool AliasPartition::may_call_external(const Edge& call) const { return solution_->may_be_external[call.id]; }

bool AliasPartition::leaves_out_callees(const Edge& call) const { return solution_->leaves_out[call.id]; }

const std::vector<bool>& AliasPartition::externally_callable() const { return solution_->externally_callable; }

const std::vector<AliasPartition::Callback>& AliasPartition::callbacks() const { return solution_->callbacks; }

} // namespace tandem::pointers
