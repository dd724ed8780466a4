// Child processes that run to completion: feed them a text, collect what they print, measure them, and stop them and
// everything they started when a limit is reached.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tandem::process {

struct ProcessCommand {
  std::vector<std::string> words; // the program (looked up on the PATH unless it has a slash) and its arguments
  std::string input;              // what it reads from standard input

  // Limits for the process and all its descendants together (except those that leave its process group).
  std::optional<std::chrono::milliseconds> wall_limit;
  std::optional<std::chrono::milliseconds> cpu_limit;
  std::optional<std::uint64_t> memory_limit; // bytes resident; pages that two processes share count twice
  // The grace period between SIGTERM and SIGKILL.
  std::chrono::milliseconds grace{1000};
  // Set by another thread to end the run early; polled several times a second.
  std::stop_token stop;

  std::filesystem::path folder;                                 // the working directory; empty: ours
  std::vector<std::pair<std::string, std::string>> environment; // added to ours

  // What is printed beyond this many bytes of each stream is read and dropped.
  std::uint64_t output_limit = 256'000'000;
  // Both streams go into this file, in the order they come, instead of into the result.
  std::optional<std::filesystem::path> log;
};

struct ProcessResult {
  enum class End {
    Exited,
    Signalled,
    TimedOut,    // wall_limit
    CpuTimedOut, // cpu_limit
    OutOfMemory, // memory_limit
    Stopped,     // stop
    NotStarted,
  };

  End end = End::Exited;
  int code = 0; // the exit code, the signal, or errno of the failed start
  std::string output;
  std::string errors;
  bool output_cut = false;

  std::chrono::milliseconds wall_time{0};
  std::chrono::milliseconds cpu_time{0}; // of the process and the descendants it waited for
  std::uint64_t peak_memory = 0;         // bytes resident, of the largest process or, where limits are watched, of all

  bool succeeded() const { return end == End::Exited && code == 0; }
};

// The child leads a process group of its own. When the child ends, for whatever reason, what is left of the group is
// killed; if this process dies first, the child is killed too. Core dumps are off.
ProcessResult run_process(const ProcessCommand& command);

// Where a program is: on the PATH, or in the private folder that scripts/setup fills.
std::optional<std::filesystem::path> find_program(std::string_view name);

} // namespace tandem::process
