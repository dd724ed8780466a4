#include "cli/common/interrupt.h"

#include "cli/common/command.h"

#include <csignal>
#include <unistd.h>

namespace tandem::cli {

namespace {

volatile std::sig_atomic_t mark = 0;

void remember(int) {
  if (mark != 0) ::_exit(static_cast<int>(ExitCode::Interrupted));
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
