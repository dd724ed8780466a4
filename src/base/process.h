// Child processes that run to their end: feed them a text, collect what they print, stop them when their time is over.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

struct ProcessCommand {
  std::vector<std::string> words; // the program (looked up on the PATH unless it has a slash) and its arguments
  std::string input;              // what it reads from standard input
  std::optional<std::chrono::milliseconds> wall_limit;
};

struct ProcessResult {
  enum class End { Exited, Signalled, TimedOut, NotStarted };

  End end = End::Exited;
  int code = 0; // the exit code, the signal, or errno of the failed start
  std::string output;
  std::string errors;

  bool succeeded() const { return end == End::Exited && code == 0; }
};

// The child gets a process group of its own; when the time is over the whole group is killed.
ProcessResult run_process(const ProcessCommand& command);

// Where a program is: on the PATH, or in the private folder that scripts/setup fills.
std::optional<std::filesystem::path> find_program(std::string_view name);

} // namespace tandem
