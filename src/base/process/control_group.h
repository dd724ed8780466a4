// A control group of Linux (cgroup v2) around processes that are watched: no process can leave it, so that all of them
// can be killed at once, and the kernel enforces the memory limit. Available only where the system permits creating
// one; the accounting of process_tree.h does the same without it, with some delay.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

namespace tandem::process {

class ControlGroup {
public:
  // Below the group of this process. nullptr where there is no version 2 or no group may be created.
  static std::unique_ptr<ControlGroup> make(const std::filesystem::path& mount = "/sys/fs/cgroup");
  ~ControlGroup(); // kills what is left in it
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  // False if the memory controller is not available to the group.
  bool limit_memory(std::uint64_t bytes);
  // Moves this process, and with it all processes it starts from now on, into the group.
  bool enter();
  bool kill();

  const std::filesystem::path& folder() const { return folder_; }

private:
  explicit ControlGroup(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
};

} // namespace tandem::process
