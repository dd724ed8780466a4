// The entry point of the front end: C files in, a Program out.
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

// Throws InputError if the files are not one well-formed program, or use constructs that tandem does not support.
Program load(const LoadRequest& request);

} // namespace tandem::frontend
