// Whole text files: read at once, written so that a reader sees the old file or the new one, never a part.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tandem {

// Both throw InputError with the path and the system's reason.
std::string read_text_file(const std::filesystem::path& path);
// Through a file beside it and a rename. Devices and pipes (/dev/stdout) are written directly.
void write_text_file(const std::filesystem::path& path, std::string_view text);

} // namespace tandem
