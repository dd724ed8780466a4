// Reads /proc/ID/stat for every numeric entry of /proc. Processes come and go meanwhile: one that has ended is
// skipped.

#include "base/process/proc_stat.h"

#include "base/core/descriptor.h"

#include <charconv>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>

namespace tandem::process {
namespace {

std::optional<ProcStat> read_stat(const char* id) {
  const Descriptor file(::open((std::string("/proc/") + id + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return std::nullopt;
  char buffer[1024];
  const ssize_t count = ::read(file.number(), buffer, sizeof buffer);
  if (count <= 0) return std::nullopt;
  std::string_view text(buffer, static_cast<std::size_t>(count));
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

void for_each_process(const std::function<void(const ProcStat&)>& visit) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
  if (!folder) return;
  while (const dirent* entry = ::readdir(folder.get())) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
    if (const std::optional<ProcStat> stat = read_stat(entry->d_name)) visit(*stat);
  }
}

} // namespace tandem::process
