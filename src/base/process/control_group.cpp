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

// The group of this process after delegate_controllers, whose siblings the new groups are.
constexpr std::string_view own_leaf = "tandem-main-";

std::filesystem::path parent_group(const std::filesystem::path& mount) {
  const std::filesystem::path own = mount / own_group();
  return own.filename().string().starts_with(own_leaf) ? own.parent_path() : own;
}

// The number behind a name in a file of "name number" lines.
std::optional<std::uint64_t> number_in(const std::filesystem::path& path, std::string_view name) {
  std::ifstream file(path);
  std::string word;
  std::uint64_t number = 0;
  while (file >> word >> number)
    if (word == name) return number;
  return std::nullopt;
}

} // namespace

std::unique_ptr<ControlGroup> ControlGroup::make(const std::filesystem::path& mount) {
  static std::atomic<unsigned> count{0};
  if (!std::filesystem::exists(mount / "cgroup.controllers")) return nullptr; // version 1, or none
  const std::filesystem::path folder =
      parent_group(mount) / ("tandem-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
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

bool ControlGroup::limit_processes(unsigned count) { return write(folder_ / "pids.max", std::to_string(count)); }

bool ControlGroup::add(pid_t process) { return write(folder_ / "cgroup.procs", std::to_string(process)); }

bool ControlGroup::enter() { return write(folder_ / "cgroup.procs", "0"); }

bool ControlGroup::kill() { return write(folder_ / "cgroup.kill", "1"); }

std::optional<std::chrono::milliseconds> ControlGroup::cpu_time() const {
  const auto microseconds = number_in(folder_ / "cpu.stat", "usage_usec");
  if (!microseconds) return std::nullopt;
  return std::chrono::milliseconds(*microseconds / 1000);
}

std::optional<std::uint64_t> ControlGroup::peak_memory() const {
  std::ifstream file(folder_ / "memory.peak");
  std::uint64_t bytes = 0;
  if (file >> bytes) return bytes;
  return std::nullopt;
}

bool ControlGroup::ran_out_of_memory() const {
  return number_in(folder_ / "memory.events", "oom_kill").value_or(0) > 0;
}

std::filesystem::path ControlGroup::mount_point() {
  for (const char* const mount : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"})
    if (std::filesystem::exists(std::filesystem::path(mount) / "cgroup.controllers")) return mount;
  return {};
}

void ControlGroup::delegate_controllers(const std::filesystem::path& mount) {
  const std::filesystem::path group = parent_group(mount);
  const auto enable = [&] {
    const bool memory = write(group / "cgroup.subtree_control", "+memory");
    return write(group / "cgroup.subtree_control", "+pids") && memory;
  };
  std::ifstream controllers(group / "cgroup.controllers");
  std::string offered;
  std::getline(controllers, offered);
  if (offered.find("memory") == std::string::npos || enable()) return;
  const std::filesystem::path leaf = group / (std::string(own_leaf) + std::to_string(::getpid()));
  std::error_code problem;
  if (!std::filesystem::create_directory(leaf, problem)) return;
  if (!write(leaf / "cgroup.procs", "0") || !enable()) {
    write(group / "cgroup.procs", "0");
    ::rmdir(leaf.c_str());
  }
}

} // namespace tandem::process
