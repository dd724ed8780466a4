// What an extracted region may assume about memory. Environment pointers (those that existed before the region was
// entered) may point to unknown objects, and alias each other, globals and locals of callers. Instead of distinguishing
// these cases, whatever they point to has an arbitrary value at each read, and writes through them are forgotten.
//
// The alias partition gives the memory regions that a pointer may point to. A memory region that an environment pointer
// may point to is tainted. A tainted variable that is accessed by name keeps its exact values as long as the region's
// code does not write it through pointers. Everything else is exact: locals whose address is taken inside the region,
// and blocks that it allocates and does not publish.
#pragma once

#include "region/code.h"

#include <string>
#include <vector>

namespace tandem::region {

class MemoryPlan {
public:
  // Keeps references to both.
  MemoryPlan(const VerificationContext& verification_context, const RegionCode& code);

  // Reading the lvalue gives an arbitrary value of its type.
  bool is_arbitrary(const Expr& lvalue) const;
  // Writing to the lvalue affects nothing that is read exactly.
  bool is_lost(const Expr& lvalue) const;
  // Whether a call of a library function operates on unknown memory; it then returns an arbitrary value.
  bool is_lost(const Edge& call) const;
  // Empty, or why the region cannot be extracted.
  const std::string& refusal() const { return refusal_; }

private:
  struct Reach {
    std::vector<pointers::RegionId> regions;
    bool is_known = true;
  };
  Reach reach(const Expr& lvalue) const;
  bool any_tainted(const Reach& reach) const;
  bool may_hold_environment_pointer(const Expr& lvalue) const;
  bool is_from_environment(const Variable& variable) const;
  bool has_variable_from_environment(pointers::RegionId region) const;
  void taint(pointers::RegionId region);
  void taint_behind(const Expr& value);
  void mark_written(pointers::RegionId region);
  void look_at(const Edge& edge);
  void look_at_write(const Edge& edge);
  void look_at_call(const Edge& edge);
  std::vector<pointers::RegionId> behind_arguments(const Edge& call) const;

  const VerificationContext& verification_context_;
  const RegionCode& code_;
  std::vector<bool> tainted_, written_; // by region id
  bool changed_ = false;
  std::string refusal_;
};

} // namespace tandem::region
