// What a compile_commands.json says about files, for those who compile them again.
#pragma once

#include "program/model/type.h"

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::frontend {

// The compiler options of these files, one after the other; those that several files share, once. Of all files of the
// database if none are given.
std::vector<std::string> listed_arguments(const std::filesystem::path& database,
                                          const std::vector<std::filesystem::path>& files, DataModel data_model);

} // namespace tandem::frontend
