// One activation of a function during unwinding, with its work list.
#pragma once

#include "symex/unwind.h"

namespace tandem::symex {

struct Unwinder::Activation {
  const Function& function;
  const graph::WeakOrder& order;
  CallFrame frame;
  const Activation* caller = nullptr;
  const Edge* call = nullptr; // the caller's edge
  std::uint32_t depth = 0;    // of the call stack
  std::uint32_t context = 0;  // the call stack as a number that is stable over unwindings
  UnrolledPosition now;       // the position being executed
  Guard entry_guard;
  std::uint32_t recursion_depth = 0;       // activations of the function below this one
  std::uint32_t recursion_divergences = 0; // recursive calls on the stack that not all paths made
  bool has_assumed_branch = false;         // an arm was left out by what the path has assumed
  std::map<UnrolledPosition, std::pair<const Location*, Path>> pending;
  std::map<UnrolledPosition, Loop> loops; // by the enclosing loops with their iterations, and the head's position
  std::optional<Path> returned;
};

} // namespace tandem::symex
