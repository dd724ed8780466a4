// The entry point of the front end: C files in, a Program out.
#pragma once

#include "clib/models.h"
#include "program/model/allocation.h"
#include "program/model/program.h"
#include "program/model/unused.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tandem::frontend {

// What compilers on this machine assume unless told otherwise (docs/decisions/008-lp64-by-default.md).
inline constexpr DataModel default_data_model = DataModel::LP64;

// Functions that several files define: an error of the linker's, or the first file counts, as for goto-cc.
enum class Duplicates : std::uint8_t { AreErrors, FirstCounts };

struct LoadRequest {
  std::vector<std::filesystem::path> files; // empty: every C file of compile_commands
  DataModel data_model = default_data_model;
  std::string entry = "main";
  std::vector<std::string> arguments; // for the compiler: -I, -D, …
  std::optional<std::filesystem::path> compile_commands;
  std::vector<std::filesystem::path> models; // folders with models of the C library (clib/models.h)
  clib::Linked linked = clib::Linked::All;
  Unused unused = Unused::Dropped;
  Allocations allocations = Allocations::Succeed;
  std::vector<std::string> without_body; // FUNCTION or FILE:FUNCTION: their definitions are not read
  Duplicates duplicates = Duplicates::AreErrors;
  // Told of all files that were read, headers included.
  std::function<void(const std::vector<std::filesystem::path>&)> files_read;
};

// Throws InputError if the files are not one well-formed program, or use constructs that tandem does not support.
// The compile_commands.json in the folder of a file or the nearest one above, if it names the file.
std::optional<std::filesystem::path> find_compile_commands(const std::filesystem::path& file);

Program load(const LoadRequest& request);

} // namespace tandem::frontend
