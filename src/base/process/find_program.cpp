// The PATH first, then the private folder that scripts/setup fills: programs unpacked there count as installed.

#include "base/process/process.h"

#include <cstdlib>
#include <unistd.h>

namespace tandem::process {
namespace {

std::vector<std::filesystem::path> program_folders() {
  std::vector<std::filesystem::path> folders;
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    folders.emplace_back(rest.substr(0, colon));
    rest = colon == std::string_view::npos ? std::string_view{} : rest.substr(colon + 1);
  }
  const char* deps = std::getenv("TANDEM_DEPS");
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (deps != nullptr)
    folders.push_back(std::filesystem::path(deps) / "bin");
  else if (cache != nullptr)
    folders.push_back(std::filesystem::path(cache) / "tandem/bin");
  else if (home != nullptr)
    folders.push_back(std::filesystem::path(home) / ".cache/tandem/bin");
  return folders;
}

} // namespace

std::optional<std::filesystem::path> find_program(std::string_view name) {
  for (const std::filesystem::path& folder : program_folders()) {
    std::filesystem::path candidate = folder / name;
    if (::access(candidate.c_str(), X_OK) == 0 && !std::filesystem::is_directory(candidate)) return candidate;
  }
  return std::nullopt;
}

} // namespace tandem::process
