// The memory regions that the loop's edges and all its callees write (alias partition and call graph) are mapped back
// to variables, and those to the smallest lvalues that cover what is written. A region that contains memory other than
// variables, or a variable of another activation on the stack, cannot be named in the function; then there is no list.

#include "transform/loops/loop_changes.h"

#include "program/dataflow/writes.h"
#include "program/model/allocation.h"
#include "program/model/expressions.h"

#include <algorithm>
#include <set>

namespace tandem::transform::loops {

namespace {

// Larger arrays are havocked as a whole.
constexpr std::uint64_t elements_at_most = 8;

struct ByVariableId {
  bool operator()(const Variable* a, const Variable* b) const { return a->id < b->id; }
};

} // namespace

LoopChanges::LoopChanges(const Program& program, const pointers::AliasPartition& aliases,
                         const pointers::CallGraph& calls)
    : program_(program), aliases_(aliases), calls_(calls), written_(program, aliases, calls) {
  for (const Function* function : program.functions()) {
    for (const Variable* parameter : function->parameters()) owners_[parameter] = function;
    for (const Variable* local : function->locals()) owners_[local] = function;
  }
  find_changes_of_blocks();
}

void LoopChanges::find_changes_of_blocks() {
  changes_blocks_.assign(program_.functions().size(), false);
  if (!asks_about_memory(program_)) return;
  for (const Function* function : program_.functions())
    changes_blocks_[function->id()] = !function->has_body() && may_change_blocks(*function);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge* edge : program_.edges())
      for (const Function* callee : calls_.callees(*edge))
        if (changes_blocks_[callee->id()] && !changes_blocks_[edge->function().id()])
          changes_blocks_[edge->function().id()] = changed = true;
  }
}

std::optional<std::vector<const Expr*>> LoopChanges::of(const graph::Loop& loop) const {
  if (asks_what_was_written(program_)) return std::nullopt; // arbitrary values would count as written
  const Function& function = *loop.headers.front()->function;
  Regions written = written_.none();
  std::set<const Variable*> renewed; // in each iteration
  for (const Location* member : loop.members)
    for (const Edge* edge : member->out) {
      if (changes_blocks(*edge) || !written_.add(*edge, written)) return std::nullopt;
      if (edge->op.kind == OpKind::Declare) renewed.insert(edge->op.variable);
    }
  const auto changed = variables(function, written);
  if (!changed) return std::nullopt;
  std::vector<const Expr*> lvalues;
  for (const Variable* variable : *changed)
    if (!renewed.contains(variable) && !add_lvalues(program_.context().variable(*variable), written, lvalues))
      return std::nullopt;
  return lvalues;
}

bool LoopChanges::changes_blocks(const Edge& edge) const {
  return std::ranges::any_of(calls_.callees(edge),
                             [&](const Function* callee) { return changes_blocks_[callee->id()]; });
}

// The variables that contain the regions and are alive at the loop head; nothing if the regions have other members.
std::optional<std::vector<const Variable*>> LoopChanges::variables(const Function& function,
                                                                   const Regions& written) const {
  std::set<const Variable*, ByVariableId> result;
  for (const pointers::Region& region : aliases_.regions()) {
    if (!written[region.id]) continue;
    for (const pointers::RegionMember& member : region.members) {
      const pointers::MemoryObject& object = aliases_.objects()[member.object];
      if (object.kind != pointers::ObjectKind::Variable) return std::nullopt;
      const Variable& variable = *object.variable;
      if (variable.is_global()) {
        result.insert(&variable);
        continue;
      }
      const Function& owner = *owners_.at(&variable);
      if (&owner == &function) result.insert(&variable);
      // Variables of other activations cannot be named here.
      const bool lives_elsewhere =
          &owner == &function ? calls_.is_recursive(function) : may_be_on_stack(owner, function);
      if (!region.is_plain && lives_elsewhere) return std::nullopt;
    }
  }
  return std::vector(result.begin(), result.end());
}

// Whether the owner's variables may be alive while the other function runs.
bool LoopChanges::may_be_on_stack(const Function& owner, const Function& running) const {
  std::vector<bool> seen(program_.functions().size(), false);
  std::vector<const Function*> work{&owner};
  while (!work.empty()) {
    const Function& function = *work.back();
    work.pop_back();
    if (seen[function.id()]) continue;
    seen[function.id()] = true;
    for (const Edge* call : calls_.calls_in(function))
      for (const Function* callee : calls_.callees(*call)) {
        if (callee == &running) return true;
        work.push_back(callee);
      }
  }
  return false;
}

bool LoopChanges::is_any_written(const Expr& lvalue, const Regions& written) const {
  return std::ranges::any_of(dataflow::regions_of(aliases_, lvalue),
                             [&](pointers::RegionId region) { return written[region]; });
}

// Whether the value of this lvalue, or of a part of it, may be used as a pointer.
bool LoopChanges::may_lead_somewhere(const Expr& lvalue) const {
  const Type& type = lvalue.type();
  switch (type.kind()) {
  case TypeKind::Void:
  case TypeKind::Float: return false;
  case TypeKind::Integer: return !aliases_.parts_behind(lvalue).empty();
  case TypeKind::Function:
  case TypeKind::Pointer:
  case TypeKind::VaList: return true;
  case TypeKind::Array:
    return !type.has_length() || may_lead_somewhere(program_.context().index(
                                     lvalue, program_.context().integer(program_.context().types().int_type(), 0)));
  case TypeKind::Record:
    for (std::uint32_t i = 0; i < type.fields().size(); ++i)
      if (may_lead_somewhere(program_.context().field(lvalue, i))) return true;
    return false;
  }
  return true;
}

bool LoopChanges::add_lvalues(const Expr& lvalue, const Regions& written, std::vector<const Expr*>& lvalues) const {
  if (!is_any_written(lvalue, written)) return true;
  Context& context = program_.context();
  const Type& type = lvalue.type();
  if (type.is_record() && !type.is_union()) {
    for (std::uint32_t i = 0; i < type.fields().size(); ++i)
      if (!add_lvalues(context.field(lvalue, i), written, lvalues)) return false;
    return true;
  }
  if (type.is_array() && !type.has_length()) return false;
  if (type.is_array() && type.length() <= elements_at_most) {
    for (int i = 0; i < static_cast<int>(type.length()); ++i) {
      const Expr& position = context.integer(context.types().int_type(), i);
      if (!add_lvalues(context.index(lvalue, position), written, lvalues)) return false;
    }
    return true;
  }
  if (may_lead_somewhere(lvalue)) return false;
  lvalues.push_back(&lvalue);
  return true;
}

} // namespace tandem::transform::loops
