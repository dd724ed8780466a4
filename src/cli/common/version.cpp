#include "cli/common/version.h"

#include <fmt/format.h>

#include <string_view>

namespace tandem::cli {

std::string version_text() {
  std::string text = "tandem " TANDEM_VERSION "\n";
  if (!std::string_view(built_commit).empty()) text += fmt::format("commit {}\n", built_commit);
  return text + "built by " TANDEM_COMPILER "\nwith " TANDEM_LIBRARIES;
}

std::string version_with_commit() {
  return std::string_view(built_commit).empty() ? TANDEM_VERSION
                                                : fmt::format("{}, commit {}", TANDEM_VERSION, built_commit);
}

} // namespace tandem::cli
