// The door of this module: C files in, a Program out.
#pragma once

#include "program/model/program.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tandem::frontend {

struct LoadRequest {
  std::vector<std::filesystem::path> files; // empty: every C file of compile_commands
  DataModel data_model = DataModel::ILP32;
  std::string entry = "main";
  std::vector<std::string> arguments; // for the compiler: -I, -D, …
  std::optional<std::filesystem::path> compile_commands;
};

// Throws InputError for everything that keeps the files from being one program that tandem understands.
Program load(const LoadRequest& request);

} // namespace tandem::frontend
