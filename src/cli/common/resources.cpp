#include "cli/common/resources.h"

#include <algorithm>
#include <sys/resource.h>

namespace tandem::cli {

namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

} // namespace

Resources ResourceMeter::measured() const {
  Resources result;
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    ::getrusage(who, &usage);
    result.cpu_seconds += seconds(usage.ru_utime) + seconds(usage.ru_stime);
    result.peak_memory = std::max(result.peak_memory, static_cast<std::uint64_t>(usage.ru_maxrss) * 1024);
  }
  return result;
}

} // namespace tandem::cli
