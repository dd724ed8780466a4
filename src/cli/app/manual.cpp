#include "cli/app/manual.h"

#include "cli/app/commands.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

namespace tandem::cli::app {
namespace {

// For troff: a backslash or a leading dot or quote would be read as markup, and a plain hyphen as a typographic one.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool starts_line = result.empty() || result.back() == '\n';
    if (starts_line && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

std::string option_entry(const CLI::Option& option) {
  std::string head = option.get_positional() ? option.get_name(true) : option.get_name(false, true);
  if (!option.get_positional() && option.get_items_expected_max() > 0) head += " " + option.get_type_name();
  return fmt::format(".TP\n.B {}\n{}\n", escaped(head), escaped(option.get_description()));
}

std::string command_section(const CLI::App& app, const Command& command) {
  std::string text = fmt::format(".SS tandem {}\n{}.\n.PP\n{}\n", escaped(command.name), escaped(command.summary),
                                 escaped(command.details));
  for (const CLI::Option* option : app.get_subcommand(std::string(command.name))->get_options())
    text += option_entry(*option);
  for (const Example& example : command.examples)
    text += fmt::format(".PP\n.nf\n.B {}\n.fi\n.RS 4\n{}\n.RE\n", escaped(example.line), escaped(example.meaning));
  return text;
}

} // namespace

std::string manual_page(const CLI::App& app) {
  std::string text = ".TH TANDEM 1 \"\" \"" + app.version() +
                     "\" \"User Commands\"\n"
                     ".SH NAME\ntandem \\- verifiers and testers for C that work together\n"
                     ".SH SYNOPSIS\n.B tandem\n.I COMMAND\n[\\fIoptions\\fR] \\fIFILE\\fR...\n"
                     ".SH DESCRIPTION\n" +
                     escaped(app.get_description()) + "\n.SH COMMANDS\n";
  for (const Command* command : commands()) text += command_section(app, *command);
  text += ".SH EXIT STATUS\n.TP\n.B 0\ndone, or TRUE\n.TP\n.B 10\nFALSE: a target was reached\n"
          ".TP\n.B 20\nUNKNOWN, with the reason\n.TP\n.B 64\nwrong usage\n"
          ".TP\n.B 65\nbad input; the message names file, line and column\n"
          ".TP\n.B 70\na bug in tandem\n.TP\n.B 130\ninterrupted\n";
  return text;
}

} // namespace tandem::cli::app
