#include "cli/app/application.h"

#include "base/core/nearest.h"
#include "base/core/shell_words.h"
#include "cli/app/commands.h"
#include "cli/app/completion.h"
#include "cli/app/foreign_options.h"
#include "cli/app/manual.h"
#include "cli/app/suggestions.h"
#include "cli/common/version.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

namespace tandem::cli::app {
namespace {

std::string help_footer(const Command& command) {
  std::string text = "Examples:\n";
  for (const Example& example : command.examples)
    text += fmt::format("  {}\n      {}\n", example.line, example.meaning);
  return text;
}

ExitCode wrong_usage(const std::string& message, const std::string& help_command) {
  fmt::print(stderr, "tandem: {}\n(for the accepted form: {} --help)\n", message, help_command);
  return ExitCode::WrongUsage;
}

// Lines of at most 100 columns; line breaks in the text stay.
std::string wrapped(std::string_view text) {
  std::string result;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    if (column > 0 && column + 1 + end > 100) {
      result += '\n';
      column = 0;
    }
    if (column > 0) result += ' ';
    result += text.substr(0, end);
    column += end + (column > 0 ? 1 : 0);
    if (end < text.size() && text[end] == '\n') {
      result += '\n';
      column = 0;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

// CLI11's messages start with a capital or an option's name, and some end with a full stop or a line break.
std::string tidy(std::string message) {
  while (!message.empty() && (message.back() == '\n' || message.back() == '.' || message.back() == ' '))
    message.pop_back();
  return message;
}

constexpr std::string_view generator_name = "generate";

bool is_command(std::string_view name) {
  return name == generator_name ||
         std::ranges::any_of(commands(), [&](const Command* command) { return command->name == name; });
}

// Compilers write some long options with one dash.
std::vector<std::string> with_two_dashes(std::vector<std::string> words) {
  for (std::string& word : words)
    if (word == "-include" || word == "-isystem" || word.starts_with("-std=")) word.insert(0, "-");
  return words;
}

// An option that the command does not have is named with what the user may have meant; of other mistakes, the parser
// says what they are.
std::string unknown_option(const CLI::App& command, const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    // Those of CPAchecker have one dash.
    const std::string hint = words[i].starts_with("--") ? "" : foreign_hint("-" + words[i]);
    if (!hint.empty()) return fmt::format("unknown option '{}'; {}", words[i], hint);
    if (!words[i].starts_with("--")) continue;
    const std::string name = words[i].substr(0, words[i].find('='));
    if (command.get_option_no_throw(name) == nullptr)
      return fmt::format("unknown option '{}'{}", name, option_hint(command, name));
  }
  return "";
}

} // namespace

Application::Application()
    : app_(std::make_unique<CLI::App>("Verifiers and testers for C that work together.", "tandem")) {
  app_->set_version_flag("--version", version_text(), "print the version and leave");
  app_->set_help_flag("-h,--help", "print this help and leave");
  app_->get_formatter()->label("SUBCOMMAND", "COMMAND");
  app_->require_subcommand(1);
  app_->footer("Each command explains itself: tandem COMMAND --help\n"
               "Exit codes: 0 done or TRUE, 10 FALSE, 20 UNKNOWN, 64 wrong usage, 65 bad input, 70 a bug in tandem, "
               "130 interrupted");
  for (const Command* command : commands()) add_command(*command);
  add_generator();
}

Application::~Application() = default;

void Application::add_command(const Command& command) {
  CLI::App* sub = app_->add_subcommand(std::string(command.name), std::string(command.summary));
  sub->group("Commands");
  sub->set_help_flag("-h,--help", "print this help and leave");
  sub->footer(wrapped(command.details) + "\n\n" + help_footer(command));
  sub->final_callback([this, action = command.declare(*sub)] { chosen_ = action; });
}

// Not for people: the build makes the manual page and the shell completions with it.
void Application::add_generator() {
  CLI::App* sub = app_->add_subcommand(std::string(generator_name), "print the manual page or a shell completion");
  sub->group("");
  auto kind = std::make_shared<std::string>();
  sub->add_option("KIND", *kind)->required()->check(CLI::IsMember({"man", "bash", "zsh", "fish"}));
  sub->final_callback([this, kind] {
    chosen_ = [this, kind] {
      fmt::print("{}", *kind == "man" ? manual_page(*app_) : shell_completion(*app_, *kind));
      return ExitCode::Done;
    };
  });
}

std::optional<ExitCode> Application::check_command_name(const std::vector<std::string>& words) const {
  std::string list;
  std::vector<std::string> names;
  for (const Command* command : commands()) {
    list += (list.empty() ? "" : ", ") + std::string(command->name);
    names.emplace_back(command->name);
  }
  if (words.empty()) return wrong_usage("no command given; the commands are " + list, "tandem");
  if (is_command(words[0]) || app_->get_option_no_throw(words[0]) != nullptr) return std::nullopt;
  if (words[0].starts_with('-')) return wrong_usage(fmt::format("unknown option '{}'", words[0]), "tandem");
  std::string message = fmt::format("unknown command '{}'; the commands are {}", words[0], list);
  if (const std::string hint = did_you_mean(words[0], names); !hint.empty()) {
    message += hint;
  } else if (std::filesystem::exists(words[0])) {
    message += fmt::format("; to verify a file: tandem verify {}", shell_word(words[0]));
  }
  return wrong_usage(message, "tandem");
}

ExitCode Application::run(const std::vector<std::string>& given) {
  if (const auto failed = check_command_name(given)) return *failed;
  const std::vector<std::string> words = with_two_dashes(given);
  try {
    app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success& request) { // help or version
    app_->exit(request);
    return ExitCode::Done;
  } catch (const CLI::ParseError& error) {
    const CLI::App* command = is_command(words[0]) ? app_->get_subcommand(words[0]) : app_.get();
    const std::string unknown = unknown_option(*command, words);
    return wrong_usage(unknown.empty() ? tidy(error.what()) : unknown,
                       is_command(words[0]) ? "tandem " + words[0] : "tandem");
  }
  try {
    return (*chosen_)();
  } catch (const UsageError& error) {
    return wrong_usage(error.what(), "tandem " + words[0]);
  }
}

} // namespace tandem::cli::app
