// For tests only: compiles a text with gcc and clang, and runs it.
#pragma once

#include "base/core/temp_dir.h"
#include "base/process/process.h"
#include "program/model/type.h"

#include <chrono>
#include <string>
#include <vector>

namespace tandem {

// Errors of all compilers that are installed, empty if none has any. -Werror options named in `options` count too.
inline std::string compile_errors(const std::string& text, DataModel model,
                                  const std::vector<std::string>& options = {"-w"}) {
  std::string errors;
  for (const char* compiler : {"gcc", "clang-19"}) {
    process::ProcessCommand command;
    command.words = {compiler, "-std=gnu17", "-fsyntax-only", model == DataModel::ILP32 ? "-m32" : "-m64"};
    command.words.insert(command.words.end(), options.begin(), options.end());
    command.words.insert(command.words.end(), {"-x", "c", "-"});
    command.input = text;
    command.wall_limit = std::chrono::seconds(60);
    const process::ProcessResult result = process::run_process(command);
    if (result.end == process::ProcessResult::End::NotStarted) continue;
    if (!result.succeeded()) errors += std::string(compiler) + ":\n" + result.errors;
  }
  return errors;
}

// Compiles the text with each compiler, runs it, and returns what failed: a compiler's errors, a signal, an exit code
// other than 0; empty if nothing did.
inline std::string run_errors(const std::string& text, DataModel model) {
  const TempDir folder("compile");
  const std::string executable = (folder.path() / "a.out").string();
  std::string errors;
  for (const char* compiler : {"gcc", "clang-19"}) {
    process::ProcessCommand command;
    command.words = {compiler, "-std=gnu17", "-w", "-fwrapv", model == DataModel::ILP32 ? "-m32" : "-m64"};
    command.words.insert(command.words.end(), {"-o", executable, "-x", "c", "-"});
    command.input = text;
    command.wall_limit = std::chrono::seconds(60);
    const process::ProcessResult compiled = process::run_process(command);
    if (compiled.end == process::ProcessResult::End::NotStarted) continue;
    if (!compiled.succeeded()) {
      errors += std::string(compiler) + ":\n" + compiled.errors;
      continue;
    }
    const process::ProcessResult run =
        process::run_process({.words = {executable}, .input = "", .wall_limit = std::chrono::seconds(10)});
    if (!run.succeeded()) errors += std::string(compiler) + ": ended with " + std::to_string(run.code) + "\n";
  }
  return errors;
}

} // namespace tandem
