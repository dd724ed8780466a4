#include "tool/toolbox.h"

#include "base/core/nearest.h"
#include "base/core/yaml_reader.h"
#include "base/process/process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tandem::tool {

std::vector<std::string> Toolbox::names() const {
  std::vector<std::string> result;
  for (const std::filesystem::path& file : yaml_files(folders_)) result.push_back(file.stem());
  return result;
}

Definition Toolbox::find(const std::string& name) const {
  for (const std::filesystem::path& file : yaml_files(folders_))
    if (file.stem() == name) return read_definition(file);
  if (name.ends_with(".yml") || name.find('/') != std::string::npos)
    return read_definition(std::filesystem::path(name));
  throw InputError(fmt::format("unknown tool '{}'; there are {}, and files of your own (name.yml){}", name,
                               fmt::join(names(), ", "), did_you_mean(name, names())));
}

std::vector<Definition> Toolbox::all() const {
  std::vector<Definition> result;
  for (const std::filesystem::path& file : yaml_files(folders_)) result.push_back(read_definition(file));
  return result;
}

std::optional<std::string> missing_program(const Definition& definition) {
  for (const std::string& program : definition.needs)
    if (!process::find_program(program)) return program;
  return std::nullopt;
}

std::string version(const Definition& definition) {
  if (definition.version_command.empty()) return "";
  std::vector<std::string> words = definition.version_command;
  if (const auto path = process::find_program(words.front())) words.front() = path->string();
  const process::ProcessResult run =
      process::run_process({.words = words, .wall_limit = std::chrono::seconds(20), .output_limit = 100'000});
  const std::string text = run.output + "\n" + run.errors;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, std::min<std::size_t>(end - begin, 4000));
    std::smatch match;
    if (std::regex_search(line, match, definition.version_pattern->regex)) return match.str(1);
    begin = end + 1;
  }
  return "";
}

} // namespace tandem::tool
