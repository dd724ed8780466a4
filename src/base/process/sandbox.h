// Programs under test run where they can do no harm: without network, without the user's files, writing only to a
// small file system in memory, with limits on every resource, and killed with all their descendants when the run is
// over.
//
// bubblewrap makes the namespaces. The limits of setrlimit are set inside, so that they do not apply to bubblewrap
// itself. The kernel does not count root's processes, so root's programs run as an unprivileged user where that is
// possible.
#pragma once

#include "base/process/process.h"

namespace tandem::process {

struct SandboxedCommand {
  std::filesystem::path program; // readable and executable for all users
  std::vector<std::string> arguments;
  std::string input; // what it reads from standard input

  std::chrono::milliseconds wall_limit{10'000};
  std::chrono::milliseconds cpu_limit{5'000};           // of each process, and of the process group
  std::uint64_t memory_limit = std::uint64_t{2} << 30;  // likewise; bytes
  std::uint64_t file_limit = std::uint64_t{16} << 20;   // bytes, all files together
  std::uint64_t output_limit = std::uint64_t{1} << 20;  // bytes kept of each stream
  std::uint64_t stack_limit = std::uint64_t{256} << 20; // bytes, where the system allows that much
  unsigned process_limit = 8;
  std::stop_token stop;
};

// Why programs cannot be run in a sandbox on this system; nullopt if they can.
std::optional<std::string> sandbox_obstacle();

// The command line that runs it in the sandbox.
std::vector<std::string> sandbox_words(const SandboxedCommand& command);

// Only where sandbox_obstacle() finds nothing. A signal that ended the program is reported as such.
ProcessResult run_sandboxed(const SandboxedCommand& command);

} // namespace tandem::process
