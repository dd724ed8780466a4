// How programs that are run many times are compiled: with a harness whose inputs a runtime of share/testing serves.
#pragma once

#include "program/model/program.h"
#include "task/harness.h"

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::testing::compiled {

// A file of share/testing. Throws InputError if it is not installed.
std::filesystem::path runtime_file(const char* name);

// "gcc" or another compiler, by its path. Throws InputError if there is none.
std::string any_compiler();
std::string gcc();

task::Harness serving_harness(const Program& program, const std::vector<std::string>& compiler_args);

// Throws InputError, with the compiler's message.
void compile(const std::string& compiler, std::vector<std::string> words,
             std::chrono::milliseconds limit = std::chrono::milliseconds(120'000));

// Writes the program's text and its harness to the folder and compiles them to `folder/program`.
void compile_written(const Program& program, task::Harness harness, const char* runtime,
                     const std::filesystem::path& folder,
                     std::chrono::milliseconds limit = std::chrono::milliseconds(120'000));

// Throws InputError where there is no sandbox.
void require_sandbox();
// The sandbox may run it as a different user.
void let_others_run(const std::filesystem::path& program);

} // namespace tandem::testing::compiled
