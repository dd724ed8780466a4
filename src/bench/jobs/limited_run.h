// Runs a command with limits that hold for everything it starts: CPU time, wall time, memory, the number of processes
// and the size of the output. Nothing it started is left when the run is over, even if this process is killed.
//
// The command gets a parent of its own, the keeper. Where the system permits, the keeper is the first process of a new
// pid namespace, which no process can leave and which the kernel ends with the keeper; a control group (version 2)
// counts CPU time and, with the memory controller, enforces the memory limit. Elsewhere the keeper adopts what the
// command leaves behind, and usage is sampled from /proc. The result says which of these was at work.
#pragma once

#include "base/core/limits.h"
#include "base/core/option.h"
#include "task/limits.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

namespace tandem::bench {

struct RunLimits : task::Limits {
  unsigned cores = 0; // 0: any
  unsigned processes = 1000;
  std::uint64_t output = 2'000'000;        // bytes of output kept: the beginning and the end
  std::uint64_t file_size = 1'000'000'000; // bytes of each file written
};

inline constexpr std::tuple run_limit_options{
    Option{"cores", &RunLimits::cores, "processor cores that a run may use; 0: all", nullptr, "N"},
    Option{"processes", &RunLimits::processes, "processes that a run may have at a time", nullptr, "N"},
    Option{"output-limit", &RunLimits::output, "output kept of a run, like 2MB: its beginning and its end", parse_size},
    Option{"file-limit", &RunLimits::file_size, "size of each file that a run may write, like 1GB", parse_size},
};

struct LimitedCommand {
  std::vector<std::string> words;
  std::filesystem::path folder; // the working directory
  std::filesystem::path log;    // gets both streams
  RunLimits limits;
  std::vector<unsigned> cpus; // the processor cores to run on; empty: all
  // Called about every 50 ms; the run ends when it returns true.
  std::function<bool()> is_cancelled = [] { return false; };
};

struct LimitedRun {
  enum class End : std::uint8_t { Exited, Signalled, CpuTime, WallTime, Memory, Processes, Cancelled, NotStarted };

  End end = End::Exited;
  int code = 0; // the exit code, the signal or the errno of the failed start
  std::chrono::milliseconds cpu_time{0}, wall_time{0};
  std::uint64_t peak_memory = 0; // bytes, of all processes together
  std::uint64_t output = 0;      // bytes printed
  bool output_cut = false;
  std::string enforcement; // how the limits were enforced: "cgroup v2, pid namespace"
};

// Not for processes with several threads.
LimitedRun run_limited(const LimitedCommand& command);

} // namespace tandem::bench
