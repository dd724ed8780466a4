// One call of a function while it is unwound.
#pragma once

#include "vcgen/unwind.h"

namespace tandem::vcgen {

struct Unwinder::Activation {
  const Function& function;
  const WeakOrder& order;
  CallFrame frame;
  const Activation* caller = nullptr;
  const Edge* call = nullptr; // by which the caller came here
  std::uint32_t context = 0;  // the calls that led here, as one number that is stable over unwindings
  Position now;               // the position that is executed
  Guard entry_guard;
  std::uint32_t recursion_forks = 0; // how often this recursion went on where it could have ended
  std::map<Position, std::pair<const Location*, Path>> pending;
  std::map<Position, Loop> loops; // by the positions of the loops they are in, with their rounds
  std::optional<Path> returned;
};

} // namespace tandem::vcgen
