// The kernel's interface is a file system: a group is a folder below the group of this process, and limits, membership
// and killing are writes to its files. Every failure means that the system does not support it; the caller then falls
// back on process_tree.h.

#include "base/process/control_group.h"

#include <atomic>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace tandem::process {

namespace {

// The kernel creates the files of a control group; a missing file means that the feature is not supported.
bool write(const std::filesystem::path& file, std::string_view text) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool written = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(descriptor);
  return written;
}

// "0::/user.slice/session.scope" is the line of version 2.
std::string own_group() {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("0::/")) return line.substr(4);
  return "";
}

} // namespace

std::unique_ptr<ControlGroup> ControlGroup::make(const std::filesystem::path& mount) {
  static std::atomic<unsigned> count{0};
  if (!std::filesystem::exists(mount / "cgroup.controllers")) return nullptr; // version 1, or none
  const std::filesystem::path folder =
      mount / own_group() / ("tandem-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
  std::error_code problem;
  if (!std::filesystem::create_directory(folder, problem)) return nullptr;
  return std::unique_ptr<ControlGroup>(new ControlGroup(folder));
}

ControlGroup::~ControlGroup() {
  kill();
  for (int attempt = 0; attempt < 50 && ::rmdir(folder_.c_str()) != 0; ++attempt) ::usleep(2'000);
}

bool ControlGroup::limit_memory(std::uint64_t bytes) {
  write(folder_ / "memory.swap.max", "0");
  return write(folder_ / "memory.max", std::to_string(bytes));
}

bool ControlGroup::enter() { return write(folder_ / "cgroup.procs", "0"); }

bool ControlGroup::kill() { return write(folder_ / "cgroup.kill", "1"); }

} // namespace tandem::process
