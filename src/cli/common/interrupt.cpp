#include "cli/common/interrupt.h"

#include "cli/common/command.h"

#include <csignal>
#include <ctime>
#include <unistd.h>

namespace tandem::cli {

namespace {

volatile std::sig_atomic_t mark = 0;
timespec marked_at;

// What timeout(1) and shells send reaches a program twice, directly and with its group: that is one request.
bool is_same_request() {
  timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec - marked_at.tv_sec < 2; // a whole second at least
}

void remember(int) {
  if (mark != 0 && is_same_request()) return;
  if (mark != 0) ::_exit(static_cast<int>(ExitCode::Interrupted));
  ::clock_gettime(CLOCK_MONOTONIC, &marked_at);
  mark = 1;
}

} // namespace

InterruptGuard::InterruptGuard()
    : old_interrupt_(std::signal(SIGINT, remember)), old_terminate_(std::signal(SIGTERM, remember)) {
  mark = 0;
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, old_interrupt_);
  std::signal(SIGTERM, old_terminate_);
}

bool InterruptGuard::interrupted() { return mark != 0; }

} // namespace tandem::cli
