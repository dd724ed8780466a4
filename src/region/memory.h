// What a region may believe about memory. Pointers that come from outside lead to objects that the region does not
// know, and may lead to each other's, to globals or to locals of callers: rather than to guess, whatever lies behind
// them has any value at each read, and writes through them are forgotten.
//
// The alias partition says what lies behind a pointer. A part of memory that an outside pointer may lead to is tainted.
// A tainted variable keeps its exact values under its own name as long as the region's code writes nothing to it
// through pointers. All that no outside pointer leads to is exact: locals whose address is taken inside the region,
// blocks that it allocates and keeps to itself.
#pragma once

#include "region/code.h"

#include <string>
#include <vector>

namespace tandem::region {

class MemoryPlan {
public:
  // Keeps references to both.
  MemoryPlan(const VerificationContext& verification_context, const RegionCode& code);

  // Reading the place gives any value of its type.
  bool is_arbitrary(const Expr& lvalue) const;
  // Writing to the place changes nothing that is read exactly.
  bool is_lost(const Expr& lvalue) const;
  // Whether a call of a function without a body goes to memory that is not known: it then returns any value.
  bool is_lost(const Edge& call) const;
  // Empty, or why nothing can be said.
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
  bool all_tainted_ = false;
  bool changed_ = false;
  std::string refusal_;
};

} // namespace tandem::region
