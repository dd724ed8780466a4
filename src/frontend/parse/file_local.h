// goto-cc's names for static functions, by which proofs call and replace those of other files.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

namespace tandem::frontend::parse {

// __CPROVER_file_local_FILE_c_NAME
inline std::string file_local_name(const std::filesystem::path& file, const std::string& function) {
  std::string result = file.filename().string();
  std::ranges::replace_if(result, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return "__CPROVER_file_local_" + result + "_" + function;
}

} // namespace tandem::frontend::parse
