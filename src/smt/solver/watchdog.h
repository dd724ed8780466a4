// Polls a stop sign on behalf of a solver that cannot do so itself, and interrupts the solver when the sign is raised.
// The thread starts with the first check and sleeps between checks. It does not survive a fork.
#pragma once

#include "smt/solver/stop_sign.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tandem::smt {

class Watchdog {
public:
  // `call_off` is called from the watchdog's thread, again and again until the check ends.
  Watchdog(StopSign& sign, std::function<void()> call_off) : sign_(sign), call_off_(std::move(call_off)) {}
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void check_begins();
  // When this returns, call_off is not running and will not be called.
  void check_ends();

private:
  void run();

  StopSign& sign_;
  std::function<void()> call_off_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool checking_ = false; // guarded by mutex_, as the next two
  bool asleep_ = false;
  bool ending_ = false;
};

} // namespace tandem::smt
