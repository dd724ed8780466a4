#include "cli/common/program_options.h"

#include "base/core/share_folders.h"
#include "base/core/text_file.h"
#include "cli/common/command.h"
#include "frontend/load/listed_arguments.h"
#include "transform/checks/scopes.h"
#include "transform/contracts/check_frames.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>

namespace tandem::cli {

void add_program_options(CLI::App& app, ProgramOptions& options) {
  app.add_option("FILE", options.files, "C sources, preprocessed (.i) or not, of one program; - is standard input")
      ->type_name("");
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
  app.add_option("--isystem", options.system_folders, "look for headers of the system in this folder; also -isystem")
      ->type_name("FOLDER")
      ->allow_extra_args(false);
  app.add_option("--include", options.included_files, "read this file before the program's own text; also -include")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("-D", options.defines, "define a macro")->type_name("NAME[=VALUE]")->allow_extra_args(false);
  app.add_option("-U", options.undefines, "undefine a macro")->type_name("NAME")->allow_extra_args(false);
  app.add_option("--std", options.standard, "the version of C: gnu17, gnu11, c99 and so on; also -std=")
      ->type_name("NAME");
  app.add_option("-f", options.features, "an option of the compiler's that begins with -f, such as -fshort-enums")
      ->type_name("OPTION")
      ->allow_extra_args(false);
  app.add_option("--compile-commands", options.compile_commands,
                 "a compile_commands.json with the options of each file; without FILE, all its files are one program. "
                 "By default, one in the folder of the first file or above that names it; 'none' uses none")
      ->type_name("PATH");
  app.add_flag("--malloc-may-fail", options.malloc_may_fail,
               "malloc, strdup and the like may find no memory; without it they always succeed");
  app.add_option("--without-body", options.without_body,
                 "do not read the body of this function: it returns any value; with FILE, of that file's function only")
      ->type_name("[FILE:]FUNCTION")
      ->allow_extra_args(false);
  app.add_flag("--allow-multiple-definition", options.first_definition_counts,
               "of a function that several files define, the first one counts, as for goto-cc; without it, this is an "
               "error");
  // The front end rewrites contracts behind the preprocessor, which knows macros (frontend/dialect/contracts.h).
  const auto contract_option = [&](const char* name, const std::string& macro, const char* help) {
    app.add_option_function<std::vector<std::string>>(
           name,
           [&options, macro](const std::vector<std::string>& functions) {
             for (const std::string& function : functions) options.defines.push_back(macro + function);
           },
           help)
        ->type_name("FUNCTION")
        ->allow_extra_args(false);
  };
  contract_option("--enforce-contract", "__TANDEM_ENFORCE_CONTRACT_",
                  "check this function against its contract: what it requires is assumed, what it ensures and may "
                  "assign is checked");
  contract_option("--replace-call,--replace-call-with-contract", "__TANDEM_REPLACE_CALL_",
                  "use the contract of this function instead of its body");
  app.add_flag_callback(
      "--loop-contracts,--apply-loop-contracts",
      [&options] { options.defines.emplace_back("__TANDEM_LOOP_CONTRACTS"); },
      "use the invariants of loops that have a contract, and check them, instead of unwinding them");
  app.add_option("--files-read", options.files_read, "list the files that were read, headers included, in this file")
      ->type_name("FILE");
}

namespace {

// Options for reading the files that the command line has.
std::vector<std::string> given_arguments(const ProgramOptions& options) {
  std::vector<std::string> arguments;
  if (!options.standard.empty()) arguments.push_back("-std=" + options.standard);
  for (const std::string& feature : options.features) arguments.push_back("-f" + feature);
  for (const std::string& folder : options.include_folders) arguments.push_back("-I" + folder);
  for (const std::string& folder : options.system_folders) arguments.insert(arguments.end(), {"-isystem", folder});
  for (const std::string& define : options.defines) arguments.push_back("-D" + define);
  for (const std::string& name : options.undefines) arguments.push_back("-U" + name);
  for (const std::string& file : options.included_files) arguments.insert(arguments.end(), {"-include", file});
  // As compilers have it: what standard input includes is looked for in the current folder.
  if (std::ranges::find(options.files, "-") != options.files.end()) arguments.insert(arguments.end(), {"-iquote", "."});
  return arguments;
}

DataModel data_model(const ProgramOptions& options) {
  return options.data_model == "ILP32" ? DataModel::ILP32 : DataModel::LP64;
}

// Where the user does not say: the nearest database above the first file, if it knows that file.
std::optional<std::filesystem::path> compile_commands(const ProgramOptions& options) {
  if (options.compile_commands == "none") return std::nullopt;
  if (!options.compile_commands.empty()) return options.compile_commands;
  if (options.files.empty()) return std::nullopt;
  return frontend::find_compile_commands(options.files.front());
}

// The text as a file that lives as long as the options do: compiled runs need one, too.
std::string standard_input_file(std::shared_ptr<TempDir>& folder) {
  if (!folder) folder = std::make_shared<TempDir>();
  const std::filesystem::path file = folder->path() / "stdin.c";
  write_text_file(file, read_text_file("/dev/stdin"));
  return file.string();
}

} // namespace

std::vector<std::string> compiler_arguments(const ProgramOptions& options) {
  std::vector<std::string> arguments;
  if (const std::optional<std::filesystem::path> database = compile_commands(options))
    arguments =
        frontend::listed_arguments(*database, {options.files.begin(), options.files.end()}, data_model(options));
  const std::vector<std::string> given = given_arguments(options);
  arguments.insert(arguments.end(), given.begin(), given.end());
  return arguments;
}

Program load_program(const ProgramOptions& options, NoteDisplay notes) {
  if (options.files.empty() && options.compile_commands.empty()) throw UsageError("FILE is required");
  frontend::LoadRequest request;
  for (const std::string& file : options.files)
    request.files.push_back(file == "-" ? standard_input_file(options.standard_input) : file);
  request.data_model = data_model(options);
  request.entry = options.function;
  request.arguments = given_arguments(options);
  request.compile_commands = compile_commands(options);
  if (request.compile_commands && options.compile_commands.empty())
    fmt::print(stderr, "tandem: compiler options from {}\n", request.compile_commands->string());
  request.models = share_folders("clib");
  request.linked = options.linked;
  request.unused = options.unused;
  if (options.malloc_may_fail) request.allocations = Allocations::MayFail;
  request.without_body = options.without_body;
  if (options.first_definition_counts) request.duplicates = frontend::Duplicates::FirstCounts;
  if (!options.files_read.empty())
    request.files_read = [&](const std::vector<std::filesystem::path>& files) {
      std::string list;
      for (const std::filesystem::path& file : files) list += file.string() + "\n";
      write_text_file(options.files_read, list);
    };
  Program program = frontend::load(request);
  if (notes == NoteDisplay::Shown)
    for (const Note& note : program.notes())
      fmt::print(stderr, "{}: warning: {}\n", program.text(note.point), note.text);
  return transform::checks::with_scope_ends(transform::contracts::with_checked_frames(std::move(program)));
}

} // namespace tandem::cli
