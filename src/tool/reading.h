// What a tool's run says: the rules of its definition, applied to the exit code, the output and the files that it left.
#pragma once

#include "base/process/process.h"
#include "tool/definition.h"

#include <filesystem>
#include <string>
#include <vector>

namespace tandem::tool {

struct Reading {
  Says says = Says::Unknown;
  std::string reason; // of Unknown
};

// `log` is the run's output. A tool that says both TRUE and FALSE has given no answer.
Reading read_run(const CommandRule& command, const process::ProcessResult& run, const std::filesystem::path& log,
                 const std::filesystem::path& folder);

// The values that match the pattern, in the order of their lines.
std::vector<task::GivenInput> inputs_in(const InputsRule& rule, const std::filesystem::path& file);

// Files that match a path with * and ?, relative to the folder, sorted.
std::vector<std::filesystem::path> matching_files(const std::filesystem::path& folder, const std::string& pattern);

} // namespace tandem::tool
