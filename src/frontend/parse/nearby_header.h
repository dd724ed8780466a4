// Where a header that was not found may be: for a message that says which option would have found it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tandem::frontend::parse {

// The nearest folder that has the header: below the folder of the file, below those above it up to the current folder,
// or below that. Looks at a limited number of folders only, in the same order each time.
std::optional<std::filesystem::path> folder_with_header(const std::filesystem::path& file, const std::string& header);

} // namespace tandem::frontend::parse
