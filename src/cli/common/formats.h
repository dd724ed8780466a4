// Which exchange format a file has: by its content, or for files to be written by the ending of the name.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::cli {

enum class Format : std::uint8_t { Gia, Yaml, Graphml, Condition, Suite, Dot, Svg, Json };

std::vector<std::string> format_names();
Format format_named(const std::string& name); // one of format_names()
std::string_view name(Format format);

// Throws InputError for what is none of the formats that are read.
Format recognise(const std::filesystem::path& path);
// Throws UsageError for an ending that says nothing.
Format format_by_ending(const std::string& path);

} // namespace tandem::cli
