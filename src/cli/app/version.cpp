#include "cli/app/version.h"

#include <fmt/format.h>

#include <string_view>

namespace tandem::cli::app {

std::string version_text() {
  std::string text = "tandem " TANDEM_VERSION "\n";
  if (!std::string_view(built_commit).empty()) text += fmt::format("commit {}\n", built_commit);
  return text + "built by " TANDEM_COMPILER "\nwith " TANDEM_LIBRARIES;
}

} // namespace tandem::cli::app
