// Reading the clock takes some 20 ns, reading the memory usage some microseconds, so the latter is done rarely.

#include "smt/solver/stop_sign.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace tandem::smt {

namespace {

constexpr std::chrono::hours no_limit{24};
constexpr std::chrono::milliseconds memory_interval{20};

} // namespace

std::uint64_t memory_in_use() noexcept {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 128> text{};
  const ssize_t length = read(file, text.data(), text.size() - 1);
  close(file);
  if (length <= 0) return 0;
  char* rest = nullptr;
  std::strtoull(text.data(), &rest, 10);
  return std::strtoull(rest, nullptr, 10) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void StopSign::start() {
  cause_ = Cause::None;
  next_look_ = Clock::now();
  end_ = next_look_ + (limits_.wall.count() > 0 ? limits_.wall : std::chrono::milliseconds(no_limit));
}

bool StopSign::raised() noexcept {
  if (cause_.load(std::memory_order_relaxed) != Cause::None) return true;
  if (interrupted_.exchange(false, std::memory_order_relaxed)) {
    cause_ = Cause::Interrupted;
    return true;
  }
  if (limits_.wall.count() == 0 && limits_.memory_bytes == 0) return false;
  const Clock::time_point now = Clock::now();
  if (limits_.wall.count() > 0 && now >= end_) {
    cause_ = Cause::Time;
  } else if (limits_.memory_bytes > 0 && now >= next_look_) {
    next_look_ = now + memory_interval;
    if (memory_in_use() > limits_.memory_bytes) cause_ = Cause::Memory;
  }
  return cause_.load(std::memory_order_relaxed) != Cause::None;
}

std::string StopSign::reason() const {
  switch (cause_.load()) {
  case Cause::None: return "";
  case Cause::Time: return "time limit";
  case Cause::Memory: return "memory limit";
  case Cause::Interrupted: return "interrupted";
  }
  return "";
}

std::chrono::milliseconds StopSign::remaining() const {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now());
  return left.count() < 0 ? std::chrono::milliseconds(0) : left;
}

} // namespace tandem::smt
