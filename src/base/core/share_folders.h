// Where files that come with tandem or that users add are found: tool definitions and strategies.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace tandem {

// Where files of a kind ("tools") are looked for: the user's own folder first, then what was installed with the
// program.
std::vector<std::filesystem::path> share_folders(std::string_view kind);

} // namespace tandem
