// A taint analysis, insensitive to flow, over the edges that the region may execute: it starts with the external memory
// regions and iterates until neither the tainted memory regions nor those written through pointers grow. What holds an
// environment pointer may be a pointer, an integer or some bytes: the alias partition says where its value leads.

#include "region/memory.h"

#include "program/dataflow/reads.h"
#include "program/model/library.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::region {

MemoryPlan::MemoryPlan(const VerificationContext& verification_context, const RegionCode& code)
    : verification_context_(verification_context), code_(code),
      tainted_(verification_context.aliases().regions().size(), false),
      written_(verification_context.aliases().regions().size(), false) {
  for (const pointers::Region& region : verification_context.aliases().regions())
    if (region.is_external) tainted_[region.id] = true;
  do {
    changed_ = false;
    for (const Edge* edge : code.all_edges) look_at(*edge);
  } while (changed_ && refusal_.empty());
}

bool MemoryPlan::is_from_environment(const Variable& variable) const {
  return variable.is_global() ? !verification_context_.is_constant(variable) : code_.is_input(variable);
}

MemoryPlan::Reach MemoryPlan::reach(const Expr& lvalue) const {
  Reach result;
  if (lvalue.type().is_scalar()) {
    if (const pointers::Region* region = verification_context_.aliases().region(lvalue))
      result.regions.push_back(region->id);
  } else {
    for (const pointers::LvaluePart& part : verification_context_.aliases().parts(lvalue))
      result.regions.push_back(part.region);
  }
  result.is_known = !result.regions.empty();
  return result;
}

bool MemoryPlan::any_tainted(const Reach& reach) const {
  return !reach.is_known ||
         std::ranges::any_of(reach.regions, [&](pointers::RegionId region) { return tainted_[region]; });
}

bool MemoryPlan::is_arbitrary(const Expr& lvalue) const {
  const Variable* variable = root_variable(lvalue);
  const Reach found = reach(lvalue);
  if (variable == nullptr) return any_tainted(found);
  if (!found.is_known) return variable->address_taken;
  return std::ranges::any_of(found.regions,
                             [&](pointers::RegionId region) { return tainted_[region] && written_[region]; });
}

bool MemoryPlan::is_lost(const Expr& lvalue) const {
  return root_variable(lvalue) == nullptr && any_tainted(reach(lvalue));
}

// Whether a pointer read from the lvalue may have existed before the region was entered.
bool MemoryPlan::may_hold_environment_pointer(const Expr& lvalue) const {
  if (is_arbitrary(lvalue)) return true;
  if (const Variable* variable = root_variable(lvalue)) return is_from_environment(*variable);
  return std::ranges::any_of(reach(lvalue).regions,
                             [this](pointers::RegionId region) { return has_variable_from_environment(region); });
}

bool MemoryPlan::has_variable_from_environment(pointers::RegionId region) const {
  const pointers::AliasPartition& aliases = verification_context_.aliases();
  return std::ranges::any_of(aliases.regions()[region].members, [&](const pointers::RegionMember& member) {
    const pointers::MemoryObject& object = aliases.objects()[member.object];
    return object.kind == pointers::ObjectKind::Variable && is_from_environment(*object.variable);
  });
}

void MemoryPlan::taint(pointers::RegionId region) {
  if (tainted_[region]) return;
  tainted_[region] = changed_ = true;
}

void MemoryPlan::mark_written(pointers::RegionId region) {
  if (written_[region]) return;
  written_[region] = changed_ = true;
}

void MemoryPlan::taint_behind(const Expr& value) {
  for (const pointers::LvaluePart& part : verification_context_.aliases().parts_behind(value)) taint(part.region);
}

void MemoryPlan::look_at(const Edge& edge) {
  dataflow::for_each_read(edge.op, [&](const Expr& lvalue) {
    if (may_hold_environment_pointer(lvalue)) taint_behind(lvalue);
  });
  if (edge.op.lvalue != nullptr) look_at_write(edge);
  if (edge.op.kind == OpKind::Call && edge.op.callee != nullptr && !edge.op.callee->has_body()) look_at_call(edge);
}

void MemoryPlan::look_at_write(const Edge& edge) {
  const Expr& lvalue = *edge.op.lvalue;
  if (edge.op.kind == OpKind::Nondet) taint_behind(lvalue);
  if (root_variable(lvalue) != nullptr) return;
  const Reach found = reach(lvalue);
  if (!found.is_known)
    refusal_ = fmt::format("a write to unknown memory at {}", verification_context_.program().text(edge.range.begin));
  for (const pointers::RegionId region : found.regions) mark_written(region);
}

std::vector<pointers::RegionId> MemoryPlan::behind_arguments(const Edge& call) const {
  std::vector<pointers::RegionId> result;
  for (const Expr* argument : call.op.arguments)
    if (argument->type().is_scalar())
      for (const pointers::LvaluePart& part : verification_context_.aliases().parts_behind(*argument))
        result.push_back(part.region);
  return result;
}

bool MemoryPlan::is_lost(const Edge& call) const {
  const Function& callee = *call.op.callee;
  if (callee.does_not_return() || !is_library_function(callee)) return false;
  return std::ranges::any_of(behind_arguments(call), [&](pointers::RegionId region) { return tainted_[region]; });
}

void MemoryPlan::look_at_call(const Edge& edge) {
  const Function& callee = *edge.op.callee;
  if (callee.does_not_return() || verification_context_.is_error_function(callee)) return;
  const bool is_known = is_library_function(callee);
  if (is_known && !is_lost(edge)) {
    // It may copy pointers that it finds there to memory that holds no others.
    for (const pointers::RegionId region : behind_arguments(edge))
      if (has_variable_from_environment(region))
        for (const pointers::LvaluePart& part :
             verification_context_.aliases().parts_behind(verification_context_.aliases().regions()[region]))
          taint(part.region);
    return;
  }
  for (const pointers::RegionId region : behind_arguments(edge)) {
    taint(region);
    mark_written(region);
  }
  if (!is_known)
    for (const pointers::Region& region : verification_context_.aliases().regions())
      if (region.is_external) mark_written(region.id);
  if (edge.op.lvalue != nullptr) taint_behind(*edge.op.lvalue);
}

} // namespace tandem::region
