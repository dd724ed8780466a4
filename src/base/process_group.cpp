#include "base/process_group.h"

#include "base/descriptor.h"

#include <array>
#include <charconv>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tandem {
namespace {

// Numbers of /proc/ID/stat that follow the parenthesised name and the state letter; see proc(5), whose count starts
// with 1 at the id, so that its field n stands at n - 4 here.
struct Stat {
  char state = '?';
  std::array<long long, 21> fields{};

  long long field(std::size_t number_in_manual) const { return fields[number_in_manual - 4]; }
};

std::optional<Stat> read_stat(const char* id) {
  const Descriptor file(::open((std::string("/proc/") + id + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return std::nullopt;
  char buffer[1024];
  const ssize_t count = ::read(file.number(), buffer, sizeof buffer);
  if (count <= 0) return std::nullopt;
  std::string_view text(buffer, static_cast<std::size_t>(count));
  const std::size_t name_end = text.rfind(')'); // the name itself may contain anything
  if (name_end == std::string_view::npos || name_end + 4 > text.size()) return std::nullopt;

  Stat result{.state = text[name_end + 2]};
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

GroupUsage usage_of_group(pid_t group) {
  GroupUsage result;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
  if (!folder) return result;
  const long ticks = ::sysconf(_SC_CLK_TCK), page = ::sysconf(_SC_PAGESIZE);
  while (const dirent* entry = ::readdir(folder.get())) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
    const std::optional<Stat> stat = read_stat(entry->d_name);
    if (!stat || stat->field(5) != group) continue;
    const long long used = stat->field(14) + stat->field(15) + stat->field(16) + stat->field(17);
    result.cpu_time += std::chrono::milliseconds(used * 1000 / ticks);
    result.memory += static_cast<std::uint64_t>(stat->field(24)) * static_cast<std::uint64_t>(page);
    if (stat->state != 'Z' && stat->state != 'X') ++result.living;
  }
  return result;
}

} // namespace tandem
