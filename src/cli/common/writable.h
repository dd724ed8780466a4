// Whether a file can be written, before there is anything to write.
#pragma once

#include <filesystem>

namespace tandem::cli {

// Throws what write_text_file would, as far as that can be known beforehand.
void require_writable(const std::filesystem::path& path);

} // namespace tandem::cli
