// Whole text files in formats that other tools produce: plain or gzip, UTF-8, with a bound on their size.
#pragma once

#include "base/core/line_stream.h"

#include <filesystem>
#include <string>

namespace tandem {

// Line ends are "\n". Throws InputError with file and line.
std::string read_bounded_text(const std::filesystem::path& path, std::uint64_t most_bytes);
std::string read_bounded_text(std::string_view bytes, const std::string& name, std::uint64_t most_bytes);

} // namespace tandem
