// What a command used: time from its start, and the memory of its largest process.
#pragma once

#include <chrono>
#include <cstdint>

namespace tandem::cli {

struct Resources {
  double wall_seconds = 0, cpu_seconds = 0;
  std::uint64_t peak_memory = 0; // bytes, of the largest process
};

class ResourceMeter {
public:
  // So far, including processes that have ended.
  Resources measured() const;

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace tandem::cli
