// Reading and writing whole files. What is wrong with a file the user named is an InputError that says so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tandem {

// Far above every file tandem is meant to read whole; a larger one is a mistake (a disk image, a log).
inline constexpr std::uint64_t largest_file = std::uint64_t{1} << 30;

// The bytes of a regular file (or of a pipe, such as /dev/stdin).
std::string read_file(const std::filesystem::path& path, std::uint64_t limit = largest_file);

// Whoever looks at `path`, even after a crash, sees either the old file or the whole new one.
void write_file(const std::filesystem::path& path, std::string_view text);

} // namespace tandem
