// What a command of tandem is: a name, texts for people, and a function that declares its options and returns what to
// do. To add one: write commands/x.cpp with a `const Command x_command`, declare it in commands/all.h and add a line to
// the table in app/commands.cpp. Help, manual page and shell completion follow.
#pragma once

#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string_view>

namespace CLI {
class App;
}

namespace tandem::cli {

// Scripts rely on these numbers.
enum class ExitCode {
  Done = 0,       // and: the property holds
  Reached = 10,   // the property is violated, a target was reached
  Undecided = 20, // no answer; the reason was printed
  WrongUsage = 64,
  BadInput = 65,
  Bug = 70,
  Interrupted = 130,
};

// What the parser cannot see is wrong with a command line: thrown by actions, reported like the parser's own errors.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct Example {
  std::string_view line;
  std::string_view meaning;
};

using Action = std::function<ExitCode()>;

struct Command {
  std::string_view name;
  std::string_view summary; // for the list of commands: lower case, no full stop
  std::string_view details; // for the command's own help
  std::initializer_list<Example> examples;
  Action (*declare)(CLI::App& app);
};

} // namespace tandem::cli
