// Current resource usage of a process group, from /proc: the kernel's own limits (setrlimit) are for single processes.
#pragma once

#include <chrono>
#include <cstdint>
#include <sys/types.h>

namespace tandem::process {

struct GroupUsage {
  std::chrono::milliseconds cpu_time{0}; // of the processes and the descendants that they waited for
  std::uint64_t memory = 0;              // bytes resident
  unsigned living = 0;                   // processes that are not zombies
};

GroupUsage usage_of_group(pid_t group);

} // namespace tandem::process
