// Adds up the time that a kind of work takes.
#pragma once

#include <chrono>

namespace tandem::cooperate {

class Stopwatch {
public:
  // One stretch of the work, from here to the end of the scope.
  class Lap {
  public:
    explicit Lap(Stopwatch& watch) : watch_(watch), begin_(Clock::now()) {}
    ~Lap() { watch_.sum_ += Clock::now() - begin_; }
    Lap(const Lap&) = delete;
    Lap& operator=(const Lap&) = delete;

  private:
    Stopwatch& watch_;
    std::chrono::steady_clock::time_point begin_;
  };

  double seconds() const { return std::chrono::duration<double>(sum_).count(); }

private:
  using Clock = std::chrono::steady_clock;
  Clock::duration sum_{0};
};

} // namespace tandem::cooperate
