#include "base/core/share_folders.h"

#include <cstdlib>

namespace tandem {

std::vector<std::filesystem::path> share_folders(std::string_view kind) {
  std::vector<std::filesystem::path> folders;
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  if (config != nullptr && *config != '\0')
    folders.push_back(std::filesystem::path(config) / "tandem" / kind);
  else if (home != nullptr)
    folders.push_back(std::filesystem::path(home) / ".config/tandem" / kind);
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (!unknown) folders.push_back(program.parent_path().parent_path() / "share/tandem" / kind);
  // A program that was not installed finds them where it was built from.
  folders.push_back(std::filesystem::path(TANDEM_SOURCE_SHARE) / kind);
  return folders;
}

} // namespace tandem
