// A program in a sandbox that is talked to while it runs: bytes are written to its standard input and read from its
// standard output. Killed, with everything it started, when the object goes.
#pragma once

#include "base/core/descriptor.h"
#include "base/process/sandbox.h"

#include <cstddef>
#include <span>

namespace tandem::process {

class SandboxedServer {
public:
  // Only where sandbox_obstacle() finds nothing. Of the command's limits those of memory, files, stack and processes
  // apply, and that of CPU time, of each process; input and wall-clock time are the caller's business.
  explicit SandboxedServer(const SandboxedCommand& command);
  ~SandboxedServer();
  SandboxedServer(const SandboxedServer&) = delete;
  SandboxedServer& operator=(const SandboxedServer&) = delete;

  // False if the program ended, or did not get that far in time: then it is of no use any more.
  bool write(std::span<const std::byte> bytes, std::chrono::milliseconds limit);
  bool read(std::span<std::byte> bytes, std::chrono::milliseconds limit);

private:
  pid_t id_ = -1;
  Descriptor connection_; // both its standard input and its standard output
};

} // namespace tandem::process
