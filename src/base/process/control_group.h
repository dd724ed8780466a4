// A control group of Linux (cgroup v2) around processes that are watched: no process can leave it, so that all of them
// can be killed at once, and the kernel enforces the memory limit. Available only where the system permits creating
// one; the accounting of process_tree.h does the same without it, with some delay.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <sys/types.h>

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
  // False if the controller of process numbers is not available to the group.
  bool limit_processes(unsigned count);
  // Moves a process, and with it all processes it starts from then on, into the group.
  bool add(pid_t process);
  // Moves this process, and with it all processes it starts from now on, into the group.
  bool enter();
  bool kill();

  // Of all processes that were ever in the group; nothing where the kernel does not count it.
  std::optional<std::chrono::milliseconds> cpu_time() const;
  std::optional<std::uint64_t> peak_memory() const; // bytes
  // Whether the kernel killed a process because of limit_memory.
  bool ran_out_of_memory() const;

  // Where version 2 is mounted: alone, or beside version 1; empty: nowhere.
  static std::filesystem::path mount_point();
  // Asks for the controllers of memory and process numbers in groups made from now on. A group that has processes of
  // its own cannot pass controllers on, so that this process moves into a group below its present one if necessary.
  static void delegate_controllers(const std::filesystem::path& mount);

  const std::filesystem::path& folder() const { return folder_; }

private:
  explicit ControlGroup(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
};

} // namespace tandem::process
