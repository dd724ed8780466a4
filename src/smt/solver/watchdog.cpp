// Between checks the thread keeps polling for half a second before it blocks, so that a series of short checks does not
// have to wake it each time.

#include "smt/solver/watchdog.h"

namespace tandem::smt {

namespace {

constexpr std::chrono::milliseconds poll_interval{5};
constexpr int idle_polls = 100;

} // namespace

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Watchdog::check_begins() {
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    checking_ = true;
    wake = asleep_;
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  if (wake) wake_.notify_one();
}

void Watchdog::check_ends() {
  const std::lock_guard lock(mutex_);
  checking_ = false;
}

void Watchdog::run() {
  int idle = 0;
  std::unique_lock lock(mutex_);
  while (!ending_) {
    if (checking_) {
      idle = 0;
      if (sign_.raised()) call_off_();
    } else if (++idle > idle_polls) {
      asleep_ = true;
      wake_.wait(lock, [this] { return checking_ || ending_; });
      asleep_ = false;
      continue;
    }
    wake_.wait_for(lock, poll_interval, [this] { return ending_; });
  }
}

} // namespace tandem::smt
