#include "testing/compiled/served_build.h"

#include "base/core/input_error.h"
#include "base/core/share_folders.h"
#include "base/core/text_file.h"
#include "base/process/sandbox.h"
#include "program/cwriter/c_writer.h"

#include <fmt/format.h>

namespace tandem::testing::compiled {

namespace fs = std::filesystem;

namespace {

std::string first_error(const std::string& text) {
  const std::size_t error = text.find("error:");
  const std::size_t begin = error == std::string::npos ? 0 : text.rfind('\n', error) + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

} // namespace

fs::path runtime_file(const char* name) {
  for (const fs::path& folder : share_folders("testing"))
    if (fs::exists(folder / name)) return folder / name;
  throw InputError(fmt::format(
      "{}, which comes with tandem, is not installed; 'tandem doctor' says where files are looked for", name));
}

std::string any_compiler() {
  for (const char* name : {"gcc", "clang-19", "clang"})
    if (const auto found = process::find_program(name)) return found->string();
  throw InputError("there is neither gcc nor clang on the PATH");
}

std::string gcc() {
  if (const auto found = process::find_program("gcc")) return found->string();
  throw InputError("gcc is not on the PATH; gcov's counters need it");
}

task::Harness serving_harness(const Program& program, const std::vector<std::string>& compiler_args) {
  task::HarnessOptions settings;
  settings.compiler_args = compiler_args;
  settings.inputs = task::HarnessInputs::Served;
  Property property;
  task::Harness harness = task::make_harness(program, property, {}, settings);
  harness.options.insert(harness.options.end(), {"-Wl,--wrap=main", "-ftrivial-auto-var-init=zero"});
  return harness;
}

void compile(const std::string& compiler, std::vector<std::string> words, std::chrono::milliseconds limit) {
  words.insert(words.begin(), compiler);
  const process::ProcessResult result =
      process::run_process({.words = std::move(words), .wall_limit = limit, .environment = {{"LC_ALL", "C"}}});
  if (result.end == process::ProcessResult::End::TimedOut)
    throw InputError("there was not enough time to compile the program");
  if (!result.succeeded()) throw InputError("the program could not be compiled: " + first_error(result.errors));
}

void compile_written(const Program& program, task::Harness harness, const char* runtime, const fs::path& folder,
                     std::chrono::milliseconds limit) {
  cwriter::WriteOptions options;
  options.line_directives = cwriter::LineDirectives::Off;
  write_text_file(folder / "written.c", cwriter::write_c(program, options).text);
  harness.files = {(folder / "written.c").string(), runtime_file(runtime).string()};
  harness.options.push_back("-O1");
  write_text_file(folder / "harness.c", harness.text);
  compile(any_compiler(), harness.compiler_words((folder / "program").string(), (folder / "harness.c").string()),
          limit);
}

void require_sandbox() {
  if (const auto obstacle = process::sandbox_obstacle())
    throw InputError("compiled programs are run in a sandbox only, and there is none: " + *obstacle);
}

void let_others_run(const fs::path& program) {
  fs::permissions(program, fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add);
}

} // namespace tandem::testing::compiled
