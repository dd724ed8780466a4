// Whole text files: read at once, and written so that a reader sees the old file or the new one, never a part, even
// after a crash. Failures are reported as InputError with the path and the reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tandem {

// Far above every file tandem is meant to read whole; a larger one is a mistake (a disk image, a log).
inline constexpr std::uint64_t largest_text_file = std::uint64_t{1} << 30;

std::string read_text_file(const std::filesystem::path& path, std::uint64_t limit = largest_text_file);
// Through a file beside it and a rename. Devices and pipes (/dev/stdout) are written directly.
void write_text_file(const std::filesystem::path& path, std::string_view text);

} // namespace tandem
