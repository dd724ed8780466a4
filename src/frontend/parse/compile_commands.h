// The compilation database that CMake, Bear and others write (compile_commands.json): which files a project has and
// with which options each is compiled. Taken over are the options that change what a file means; warnings, optimisation
// and output are not of interest.
#pragma once

#include "frontend/parse/parse.h"

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::frontend::parse {

struct CompileCommands {
  // The C files, each once, in the order of the database; paths are absolute or relative to where tandem runs.
  std::vector<TranslationUnit> units;
  std::vector<ParseNote> notes; // what was left out

  const TranslationUnit* find(const std::filesystem::path& file) const;
};

// `path` is the file or the folder it lies in. The data model is the user's choice; where a command says otherwise, a
// note tells.
CompileCommands read_compile_commands(const std::filesystem::path& path, DataModel model);

} // namespace tandem::frontend::parse
