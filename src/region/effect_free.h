// Effect-free functions: calls that a region may omit, because everything the callee writes is local to it or cannot be
// observed in the region (environment memory). Omitting such a call can only add behaviour, since the callee might not
// return.
#pragma once

#include "region/memory.h"

#include <vector>

namespace tandem::region {

class EffectFreeFunctions {
public:
  EffectFreeFunctions(const VerificationContext& verification_context, const RegionCode& code, const MemoryPlan& plan);

  // Whether a call whose result is not used may be omitted. Small functions are always kept: assertions and assumptions
  // are usually made of them.
  bool is_effect_free(const Function& function) const { return is_effect_free_[function.id()]; }

private:
  bool has_effect(const Edge& edge, const Function& function) const;
  bool call_has_effect(const Edge& edge) const;

  const MemoryPlan& plan_;
  std::vector<bool> works_;          // by function id: has an observable effect, or may end the path
  std::vector<bool> is_effect_free_; // by function id
};

} // namespace tandem::region
