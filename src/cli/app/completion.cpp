#include "cli/app/completion.h"

#include "base/core/require.h"
#include "cli/app/commands.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace tandem::cli::app {
namespace {

struct OptionWords {
  std::vector<std::string> names; // "-o", "--output"
  std::string description;
  std::vector<std::string> values;
  bool takes_value = false;
  bool positional = false;
};

OptionWords words_of(const CLI::Option& option) {
  OptionWords result;
  for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  result.description = option.get_description();
  result.values = choices(option);
  result.takes_value = option.get_items_expected_max() > 0;
  result.positional = result.names.empty();
  return result;
}

struct CommandWords {
  std::string name, summary;
  std::vector<OptionWords> options;
};

std::vector<CommandWords> words_of(const CLI::App& app) {
  std::vector<CommandWords> result;
  for (const Command* command : commands()) {
    CommandWords words{std::string(command->name), std::string(command->summary), {}};
    for (const CLI::Option* option : app.get_subcommand(words.name)->get_options())
      words.options.push_back(words_of(*option));
    result.push_back(std::move(words));
  }
  return result;
}

// What may follow at this point: option names and the values of positionals.
std::vector<std::string> free_words(const CommandWords& command) {
  std::vector<std::string> result;
  for (const OptionWords& option : command.options) {
    const auto& words = option.positional ? option.values : option.names;
    result.insert(result.end(), words.begin(), words.end());
  }
  return result;
}

std::string bash_values(const CommandWords& command) {
  std::string cases;
  for (const OptionWords& option : command.options) {
    if (option.positional || !option.takes_value) continue;
    const std::string generate = option.values.empty()
                                     ? std::string("compgen -f -- \"$word\"")
                                     : fmt::format("compgen -W '{}' -- \"$word\"", fmt::join(option.values, " "));
    cases +=
        fmt::format("        {}) mapfile -t COMPREPLY < <({}); return ;;\n", fmt::join(option.names, "|"), generate);
  }
  return cases.empty() ? "" : fmt::format("      case $before in\n{}      esac\n", cases);
}

std::string bash(const std::vector<CommandWords>& all) {
  std::string names, cases;
  for (const CommandWords& command : all) {
    names += command.name + " ";
    cases += fmt::format("    {})\n{}"
                         "      mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\"; compgen -f -- \"$word\") ;;\n",
                         command.name, bash_values(command), fmt::join(free_words(command), " "));
  }
  return fmt::format("_tandem() {{\n"
                     "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}\n"
                     "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                     "    mapfile -t COMPREPLY < <(compgen -W '{}--help --version' -- \"$word\")\n"
                     "    return\n"
                     "  fi\n"
                     "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
                     "}}\n"
                     "complete -o filenames -F _tandem tandem\n",
                     names, cases);
}

// Inside '…' and […] of a zsh argument description.
std::string zsh_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else if (c == '[' || c == ']' || c == ':')
      result += std::string("\\") + c;
    else
      result += c;
  }
  return result;
}

std::string zsh_option(const OptionWords& option) {
  const std::string values = option.values.empty() ? "_files" : fmt::format("({})", fmt::join(option.values, " "));
  std::string result;
  for (const std::string& name : option.names)
    result += fmt::format("        '*{}[{}]{}' \\\n", name, zsh_text(option.description),
                          option.takes_value ? ":value:" + values : "");
  return result;
}

std::string zsh(const std::vector<CommandWords>& all) {
  std::string names, cases;
  for (const CommandWords& command : all) {
    names += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.summary));
    std::string options, words;
    for (const OptionWords& option : command.options) {
      options += zsh_option(option);
      for (const std::string& value : option.values)
        if (option.positional) words += value + " ";
    }
    const std::string first = words.empty() ? "" : fmt::format("        '1:what:({})' \\\n", words);
    cases +=
        fmt::format("    {})\n      _arguments \\\n{}{}        '*:file:_files' ;;\n", command.name, options, first);
  }
  return fmt::format("#compdef tandem\n"
                     "_tandem() {{\n"
                     "  local -a commands\n  commands=(\n{}  )\n"
                     "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
                     "  local command=$words[2]\n"
                     "  shift words; (( CURRENT-- ))\n"
                     "  case $command in\n{}  esac\n"
                     "}}\n"
                     "_tandem \"$@\"\n",
                     names, cases);
}

std::string fish_text(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return result;
}

std::string fish_option(const CommandWords& command, const OptionWords& option) {
  std::string line = fmt::format("complete -c tandem -n '__fish_seen_subcommand_from {}'", command.name);
  if (option.positional) {
    return option.values.empty() ? "" : line + fmt::format(" -a '{}'\n", fmt::join(option.values, " "));
  }
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (option.takes_value)
    line += option.values.empty() ? " -r" : fmt::format(" -xa '{}'", fmt::join(option.values, " "));
  return line + fmt::format(" -d '{}'\n", fish_text(option.description));
}

std::string fish(const std::vector<CommandWords>& all) {
  std::string text;
  for (const CommandWords& command : all) {
    text += fmt::format("complete -c tandem -f -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
                        fish_text(command.summary));
    for (const OptionWords& option : command.options) text += fish_option(command, option);
  }
  return text;
}

} // namespace

// CLI11 writes the set of an IsMember check into the option's type: "TEXT:{a,b,c}".
std::vector<std::string> choices(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const auto begin = type.find('{'), end = type.find('}');
  std::vector<std::string> result;
  if (begin == std::string::npos || end == std::string::npos) return result;
  std::string_view rest = std::string_view(type).substr(begin + 1, end - begin - 1);
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    result.emplace_back(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
  }
  return result;
}

std::string shell_completion(const CLI::App& app, std::string_view shell) {
  const std::vector<CommandWords> all = words_of(app);
  if (shell == "bash") return bash(all);
  if (shell == "zsh") return zsh(all);
  require(shell == "fish", "the shell should be bash, zsh or fish");
  return fish(all);
}

} // namespace tandem::cli::app
