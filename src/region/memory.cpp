#include "region/memory.h"

#include "program/library.h"
#include "program/reads.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::region {

namespace {

bool may_hold_pointer(const Type& type) {
  switch (type.kind()) {
  case TypeKind::Void:
  case TypeKind::Float:
  case TypeKind::Function: return false;
  case TypeKind::Integer: return type.size() >= 4;
  case TypeKind::Pointer:
  case TypeKind::VaList: return true;
  case TypeKind::Array: return type.element().size() == 1 || may_hold_pointer(type.element());
  case TypeKind::Record:
    return type.is_union() ||
           std::ranges::any_of(type.fields(), [](const Field& field) { return may_hold_pointer(*field.type); });
  }
  return true;
}

} // namespace

MemoryPlan::MemoryPlan(const Subject& subject, const Code& code)
    : subject_(subject), code_(code), tainted_(subject.aliases().regions().size(), false),
      written_(subject.aliases().regions().size(), false) {
  for (const tandem::Region& region : subject.aliases().regions())
    if (region.is_external) tainted_[region.id] = true;
  do {
    changed_ = false;
    for (const Edge* edge : code.all_edges) look_at(*edge);
  } while (changed_ && refusal_.empty());
}

bool MemoryPlan::is_from_outside(const Variable& variable) const {
  return variable.is_global() ? !subject_.is_constant(variable) : code_.is_input(variable);
}

MemoryPlan::Reach MemoryPlan::reach(const Expr& place) const {
  Reach result;
  if (place.type().is_scalar()) {
    if (const tandem::Region* region = subject_.aliases().region(place)) result.regions.push_back(region->id);
  } else {
    for (const PlacePart& part : subject_.aliases().parts(place)) result.regions.push_back(part.region);
  }
  result.is_known = !result.regions.empty();
  return result;
}

bool MemoryPlan::any_tainted(const Reach& reach) const {
  return all_tainted_ || !reach.is_known ||
         std::ranges::any_of(reach.regions, [&](RegionId region) { return tainted_[region]; });
}

bool MemoryPlan::is_arbitrary(const Expr& place) const {
  const Variable* variable = root_variable(place);
  const Reach found = reach(place);
  if (variable == nullptr) return any_tainted(found);
  if (!found.is_known) return variable->address_taken;
  return std::ranges::any_of(found.regions,
                             [&](RegionId region) { return (all_tainted_ || tainted_[region]) && written_[region]; });
}

bool MemoryPlan::is_lost(const Expr& place) const {
  return root_variable(place) == nullptr && any_tainted(reach(place));
}

// Could a pointer read here be one that existed before the region was entered?
bool MemoryPlan::may_hold_outside_pointer(const Expr& place) const {
  if (is_arbitrary(place)) return true;
  if (const Variable* variable = root_variable(place)) return is_from_outside(*variable);
  for (const RegionId region : reach(place).regions)
    for (const RegionMember& member : subject_.aliases().regions()[region].members) {
      const MemoryObject& object = subject_.aliases().objects()[member.object];
      if (object.kind == ObjectKind::Variable && is_from_outside(*object.variable)) return true;
    }
  return false;
}

void MemoryPlan::taint(RegionId region) {
  if (tainted_[region]) return;
  tainted_[region] = changed_ = true;
}

void MemoryPlan::mark_written(RegionId region) {
  if (written_[region]) return;
  written_[region] = changed_ = true;
}

void MemoryPlan::taint_behind(const Expr& value) {
  if (value.type().is_scalar()) {
    for (const PlacePart& part : subject_.aliases().parts_behind(value)) taint(part.region);
  } else if (may_hold_pointer(value.type()) && !all_tainted_) {
    all_tainted_ = changed_ = true;
  }
}

void MemoryPlan::look_at(const Edge& edge) {
  for_each_read(edge.op, [&](const Expr& place) {
    if (may_hold_outside_pointer(place)) taint_behind(place);
  });
  if (edge.op.place != nullptr) look_at_write(edge);
  if (edge.op.kind == OpKind::Call && edge.op.callee != nullptr && !edge.op.callee->has_body()) look_at_call(edge);
}

void MemoryPlan::look_at_write(const Edge& edge) {
  const Expr& place = *edge.op.place;
  if (edge.op.kind == OpKind::Nondet) taint_behind(place);
  if (root_variable(place) != nullptr) return;
  const Reach found = reach(place);
  if (!found.is_known)
    refusal_ = fmt::format("a write to unknown memory at {}", subject_.program().text(edge.range.begin));
  for (const RegionId region : found.regions) mark_written(region);
}

std::vector<RegionId> MemoryPlan::behind_arguments(const Edge& call) const {
  std::vector<RegionId> result;
  for (const Expr* argument : call.op.arguments)
    if (argument->type().is_scalar())
      for (const PlacePart& part : subject_.aliases().parts_behind(*argument)) result.push_back(part.region);
  return result;
}

bool MemoryPlan::is_lost(const Edge& call) const {
  const Function& callee = *call.op.callee;
  if (callee.does_not_return() || !is_library_function(callee.name())) return false;
  return std::ranges::any_of(behind_arguments(call), [&](RegionId region) { return all_tainted_ || tainted_[region]; });
}

void MemoryPlan::look_at_call(const Edge& edge) {
  const Function& callee = *edge.op.callee;
  if (callee.does_not_return() || subject_.is_error_function(callee)) return;
  const bool is_known = is_library_function(callee.name());
  if (is_known && !is_lost(edge)) return;
  for (const RegionId region : behind_arguments(edge)) {
    taint(region);
    mark_written(region);
  }
  if (!is_known)
    for (const tandem::Region& region : subject_.aliases().regions())
      if (region.is_external) mark_written(region.id);
  if (edge.op.place != nullptr) taint_behind(*edge.op.place);
}

} // namespace tandem::region
