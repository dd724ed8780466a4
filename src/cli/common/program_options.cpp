#include "cli/common/program_options.h"

#include "base/core/share_folders.h"
#include "cli/common/command.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

namespace tandem::cli {

void add_program_options(CLI::App& app, ProgramOptions& options) {
  app.add_option("FILE", options.files, "C sources, preprocessed (.i) or not, of one program")->type_name("");
  add_program_settings(app, options);
}

void add_program_settings(CLI::App& app, ProgramOptions& options) {
  app.add_option("--data-model", options.data_model, "widths of long and pointers: 32 bits (ILP32) or 64 (LP64)")
      ->check(CLI::IsMember({"ILP32", "LP64"}))
      ->capture_default_str();
  app.add_option("--function", options.function, "the function to start in")->type_name("NAME")->capture_default_str();
  app.add_option("-I", options.include_folders, "look for headers in this folder")
      ->type_name("FOLDER")
      ->allow_extra_args(false);
  app.add_option("-D", options.defines, "define a macro")->type_name("NAME[=VALUE]")->allow_extra_args(false);
  app.add_option("--compile-commands", options.compile_commands,
                 "a compile_commands.json with the options of each file; without FILE, all its files are one program")
      ->type_name("PATH");
  app.add_flag("--malloc-may-fail", options.malloc_may_fail,
               "malloc, strdup and the like may find no memory; without it they always succeed");
}

std::vector<std::string> compiler_arguments(const ProgramOptions& options) {
  std::vector<std::string> arguments;
  for (const std::string& folder : options.include_folders) arguments.push_back("-I" + folder);
  for (const std::string& define : options.defines) arguments.push_back("-D" + define);
  return arguments;
}

Program load_program(const ProgramOptions& options) {
  if (options.files.empty() && options.compile_commands.empty()) throw UsageError("FILE is required");
  frontend::LoadRequest request;
  request.files.assign(options.files.begin(), options.files.end());
  request.data_model = options.data_model == "ILP32" ? DataModel::ILP32 : DataModel::LP64;
  request.entry = options.function;
  request.arguments = compiler_arguments(options);
  if (!options.compile_commands.empty()) request.compile_commands = options.compile_commands;
  request.models = share_folders("clib");
  request.linked = options.linked;
  if (options.malloc_may_fail) request.allocations = Allocations::MayFail;
  Program program = frontend::load(request);
  for (const Note& note : program.notes()) fmt::print(stderr, "{}: warning: {}\n", program.text(note.point), note.text);
  return program;
}

} // namespace tandem::cli
