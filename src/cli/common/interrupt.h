// Ctrl-C and SIGTERM as a question instead of an end, for commands that have something to save.
#pragma once

namespace tandem::cli {

// While it lives, the two signals only set a mark. A second one ends the program as usual.
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

} // namespace tandem::cli
