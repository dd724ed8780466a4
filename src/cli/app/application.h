// The command line as a whole: built once from the table of commands, then parsed, or printed as a manual page or shell
// completion, so that neither can differ from what the program accepts.
#pragma once

#include "cli/common/command.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tandem::cli::app {

class Application {
public:
  Application();
  ~Application();

  // Parses the words after the program's name and runs the command they name. Wrong usage and requests for help are
  // dealt with here; InputError and InternalError pass through.
  ExitCode run(const std::vector<std::string>& words);

  const CLI::App& app() const { return *app_; }

private:
  void add_command(const Command& command);
  void add_generator();
  std::optional<ExitCode> check_command_name(const std::vector<std::string>& words) const;

  std::unique_ptr<CLI::App> app_;
  std::optional<Action> chosen_;
};

} // namespace tandem::cli::app
