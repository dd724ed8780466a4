// The options of every command that reads a program, and the reading itself.
#pragma once

#include "base/core/temp_dir.h"
#include "frontend/load/load.h"
#include "program/model/program.h"
#include "program/model/unused.h"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tandem::cli {

struct ProgramOptions {
  std::vector<std::string> files;
  std::string data_model{name(frontend::default_data_model)};
  std::string function = "main";
  std::vector<std::string> include_folders, system_folders;
  std::vector<std::string> defines, undefines;
  std::vector<std::string> included_files; // read before the program's own text
  std::string standard;                    // gnu11, …; empty: gnu17
  std::vector<std::string> features;       // of -f: no-builtin, …
  std::string compile_commands;
  bool malloc_may_fail = false;
  std::vector<std::string> without_body; // FUNCTION or FILE:FUNCTION
  bool first_definition_counts = false;
  std::string files_read; // where to list the files that were read
  // Programs that are to be run or compiled ask the real environment.
  clib::Linked linked = clib::Linked::All;
  Unused unused = Unused::Dropped;
  mutable std::shared_ptr<TempDir> standard_input; // the folder of what was read there; filled when it is loaded
};

void add_program_options(CLI::App& app, ProgramOptions& options);
// The same without the files themselves.
void add_program_settings(CLI::App& app, ProgramOptions& options);

// What a compiler needs to read the same files.
std::vector<std::string> compiler_arguments(const ProgramOptions& options);

// Whether the program's notes are printed, as warnings to standard error.
enum class NoteDisplay : std::uint8_t { Shown, Hidden };

// Throws InputError.
Program load_program(const ProgramOptions& options, NoteDisplay notes = NoteDisplay::Shown);

} // namespace tandem::cli
