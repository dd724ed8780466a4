// A stack is its caller's stack, the call edge and the callee; the map from these triples to ids makes them unique.

#include "analysis/reach/call_stack.h"

namespace tandem::analysis::reach {

CallStacks::CallStacks(const Function& entry) { frames_.push_back({.function = &entry}); }

StackId CallStacks::push(StackId caller, const Edge& call, const Function& callee) {
  const auto next = static_cast<StackId>(frames_.size());
  const auto [found, is_new] = index_.try_emplace({caller, call.id, callee.id()}, next);
  if (is_new)
    frames_.push_back({.function = &callee, .call = &call, .caller = caller, .depth = frames_[caller].depth + 1});
  return found->second;
}

std::uint32_t CallStacks::activations(StackId stack, const Function& function) const {
  std::uint32_t count = 0;
  for (StackId at = stack;; at = frames_[at].caller) {
    if (frames_[at].function == &function) ++count;
    if (at == bottom) return count;
  }
}

} // namespace tandem::analysis::reach
