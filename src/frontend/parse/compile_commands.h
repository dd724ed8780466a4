// The compilation database that CMake, Bear and other tools write (compile_commands.json): the files of a project and
// the options each is compiled with. Only options that affect the meaning of a file are used; those for warnings,
// optimisation and output are ignored.
#pragma once

#include "frontend/parse/parse.h"

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::frontend::parse {

struct CompileCommands {
  // The C files, each once, in the order of the database; paths are absolute or relative to the current directory.
  std::vector<TranslationUnit> units;
  std::vector<ParseNote> notes; // what was left out

  const TranslationUnit* find(const std::filesystem::path& file) const;
};

// `path` is the file or its folder. The data model is the user's choice; if a command contradicts it, there is a note.
CompileCommands read_compile_commands(const std::filesystem::path& path, DataModel model);

} // namespace tandem::frontend::parse
