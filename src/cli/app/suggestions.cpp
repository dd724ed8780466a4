#include "cli/app/suggestions.h"

#include "base/core/nearest.h"
#include "cli/app/foreign_options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace tandem::cli::app {

std::string option_hint(const CLI::App& command, std::string_view option) {
  if (const std::string hint = foreign_hint(option); !hint.empty()) return "; " + hint;
  std::vector<std::string> names;
  for (const CLI::Option* known : command.get_options())
    for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
  if (const std::string near = nearest(option, names); !near.empty()) return fmt::format("; did you mean {}?", near);
  for (const std::string& name : names)
    if (option.size() > 4 && name.starts_with(option)) return fmt::format("; did you mean {}?", name);
  return "";
}

} // namespace tandem::cli::app
