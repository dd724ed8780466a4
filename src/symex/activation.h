// One call of a function while it is unwound.
#pragma once

#include "symex/unwind.h"

namespace tandem::symex {

struct Unwinder::Activation {
  const Function& function;
  const graph::WeakOrder& order;
  CallFrame frame;
  const Activation* caller = nullptr;
  const Edge* call = nullptr; // by which the caller came here
  std::uint32_t context = 0;  // the calls that led here, as one number that is stable over unwindings
  UnrolledPosition now;       // the position that is executed
  Guard entry_guard;
  std::uint32_t recursion_divergences = 0; // how often this recursion went on where it could have ended
  std::map<UnrolledPosition, std::pair<const Location*, Path>> pending;
  std::map<UnrolledPosition, Loop> loops; // by the positions of the loops they are in, with their rounds
  std::optional<Path> returned;
};

} // namespace tandem::symex
