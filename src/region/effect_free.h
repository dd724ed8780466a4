// Calls that a region need not make: functions whose work it cannot see, because all they write is their own or behind
// pointers from outside. To leave such a call out adds behaviour at most (the function might not return).
#pragma once

#include "region/memory.h"

#include <vector>

namespace tandem::region {

class EffectFreeFunctions {
public:
  EffectFreeFunctions(const VerificationContext& verification_context, const RegionCode& code, const MemoryPlan& plan);

  // Its results aside, nothing is lost without a call of it. Small functions are worth keeping: asserts and assumptions
  // are made of them.
  bool is_effect_free(const Function& function) const { return is_effect_free_[function.id()]; }

private:
  bool has_effect(const Edge& edge, const Function& function) const;
  bool call_has_effect(const Edge& edge) const;

  const MemoryPlan& plan_;
  std::vector<bool> works_;          // by function id: does something that can be seen, or may end the path
  std::vector<bool> is_effect_free_; // by function id
};

} // namespace tandem::region
