// Ctrl-C and SIGTERM as a flag to poll, for commands that have something to save.
#pragma once

#include "task/actor.h"

namespace tandem::cli {

// While it lives, the two signals only set a mark. Another one, a second or more later, ends the program as usual.
class InterruptGuard {
public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();

private:
  using Handler = void (*)(int);
  Handler old_interrupt_, old_terminate_;
};

// A monitor whose run stops after Ctrl-C, while an InterruptGuard lives.
class InterruptibleMonitor : public task::Monitor {
public:
  bool should_stop() override { return InterruptGuard::interrupted(); }
};

} // namespace tandem::cli
