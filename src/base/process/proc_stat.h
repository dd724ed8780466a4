// What the kernel reports about a process in /proc.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace tandem::process {

// Numbers of /proc/ID/stat that follow the parenthesised name and the state letter; see proc(5), whose count starts
// with 1 at the id, so that its field n stands at n - 4 here.
struct ProcStat {
  pid_t id = 0;
  char state = '?';
  std::array<long long, 21> fields{};

  long long field(std::size_t number_in_manual) const { return fields[number_in_manual - 4]; }
  pid_t parent() const { return static_cast<pid_t>(field(4)); }
  pid_t group() const { return static_cast<pid_t>(field(5)); }
  bool is_living() const { return state != 'Z' && state != 'X'; }
  // With the descendants that it waited for.
  std::chrono::milliseconds cpu_time() const;
  std::uint64_t memory() const; // bytes resident
};

// Nothing if there is no such process.
std::optional<ProcStat> stat_of(pid_t process);
// Of all its threads; nothing if the kernel keeps no lists of children.
std::optional<std::vector<pid_t>> children_of(pid_t process);

// Visits every process that exists at this moment.
void for_each_process(const std::function<void(const ProcStat&)>& visit);

} // namespace tandem::process
