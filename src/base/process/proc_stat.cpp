// Reads /proc/ID/stat, of one process or for every numeric entry of /proc. Processes come and go meanwhile: one that
// has ended is skipped.

#include "base/process/proc_stat.h"

#include "base/core/descriptor.h"

#include <charconv>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>

namespace tandem::process {
namespace {

using Folder = std::unique_ptr<DIR, int (*)(DIR*)>;

Folder open_folder(const std::string& path) { return {::opendir(path.c_str()), ::closedir}; }

// The next entry that is a number; empty after the last.
std::string_view next_number(const Folder& folder) {
  while (const dirent* entry = ::readdir(folder.get()))
    if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9') return entry->d_name;
  return {};
}

std::optional<std::string> read_all(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return std::nullopt;
  std::string text;
  char buffer[1024];
  for (ssize_t count = 0; (count = ::read(file.number(), buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  return text;
}

std::optional<ProcStat> read_stat(std::string_view id) {
  const std::optional<std::string> content = read_all("/proc/" + std::string(id) + "/stat");
  if (!content) return std::nullopt;
  std::string_view text = *content;
  ProcStat result;
  std::from_chars(text.data(), text.data() + text.size(), result.id);
  const std::size_t name_end = text.rfind(')'); // the name itself may contain anything
  if (name_end == std::string_view::npos || name_end + 4 > text.size()) return std::nullopt;

  result.state = text[name_end + 2];
  text.remove_prefix(name_end + 4);
  for (long long& field : result.fields) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), field);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty()) text.remove_prefix(1);
  }
  return result;
}

} // namespace

std::chrono::milliseconds ProcStat::cpu_time() const {
  static const long ticks = ::sysconf(_SC_CLK_TCK);
  return std::chrono::milliseconds((field(14) + field(15) + field(16) + field(17)) * 1000 / ticks);
}

std::uint64_t ProcStat::memory() const {
  static const long page = ::sysconf(_SC_PAGESIZE);
  return static_cast<std::uint64_t>(field(24)) * static_cast<std::uint64_t>(page);
}

std::optional<ProcStat> stat_of(pid_t process) { return read_stat(std::to_string(process)); }

std::optional<std::vector<pid_t>> children_of(pid_t process) {
  const std::string tasks = "/proc/" + std::to_string(process) + "/task";
  const Folder folder = open_folder(tasks);
  std::vector<pid_t> result;
  if (!folder) return result; // it has ended
  for (std::string_view task; !(task = next_number(folder)).empty();) {
    const std::string path = tasks + "/" + std::string(task);
    const std::optional<std::string> children = read_all(path + "/children");
    if (!children && ::access(path.c_str(), F_OK) == 0) return std::nullopt;
    std::string_view rest = children ? *children : std::string_view();
    for (pid_t child = 0; !rest.empty();) {
      const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), child);
      if (error != std::errc()) break;
      result.push_back(child);
      rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
      if (!rest.empty()) rest.remove_prefix(1);
    }
  }
  return result;
}

void for_each_process(const std::function<void(const ProcStat&)>& visit) {
  const Folder folder = open_folder("/proc");
  if (!folder) return;
  for (std::string_view id; !(id = next_number(folder)).empty();)
    if (const std::optional<ProcStat> stat = read_stat(id)) visit(*stat);
}

} // namespace tandem::process
