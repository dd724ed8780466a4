// Sums over one pass through /proc; a process that changes its group escapes the count.

#include "base/process/process_group.h"

#include "base/process/proc_stat.h"

namespace tandem::process {

GroupUsage usage_of_group(pid_t group) {
  GroupUsage result;
  for_each_process([&](const ProcStat& process) {
    if (process.group() != group) return;
    result.cpu_time += process.cpu_time();
    result.memory += process.memory();
    if (process.is_living()) ++result.living;
  });
  return result;
}

} // namespace tandem::process
