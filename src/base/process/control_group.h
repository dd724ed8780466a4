// A control group of Linux (cgroup v2) around processes that are watched: nothing in it can leave it, so that all of it
// ends at once, and the kernel itself holds the memory limit. Only where the system lets us make one; the accounting of
// process_tree.h does the same without, a little later.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

namespace tandem::process {

class ControlGroup {
public:
  // Below the group that this process is in. nullptr where there are no such groups or none may be made.
  static std::unique_ptr<ControlGroup> make(const std::filesystem::path& mount = "/sys/fs/cgroup");
  ~ControlGroup(); // ends what is left in it
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  // False where the group has no say in it.
  bool limit_memory(std::uint64_t bytes);
  // This process, with all it starts from now on.
  bool enter();
  bool kill();

  const std::filesystem::path& folder() const { return folder_; }

private:
  explicit ControlGroup(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
};

} // namespace tandem::process
