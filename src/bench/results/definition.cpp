#include "bench/results/definition.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "base/core/yaml_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::bench {
namespace {

namespace fs = std::filesystem;

bool has_file_placeholder(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    return word.find("{file}") != std::string::npos || word.find("{files}") != std::string::npos;
  });
}

// Column heads and file names are made from it.
void check_name(const std::string& name, const auto& fail) {
  if (name.empty() || name.find_first_of("/\\\"' \t\n<>&") != std::string::npos)
    fail("a tool's name should be short, without spaces, slashes and quotes: '" + name + "'");
}

unsigned count_at(const YamlValue& yaml, std::string_view key, unsigned otherwise) {
  const auto value = yaml.find(key);
  if (!value) return otherwise;
  if (value->number() < 0 || value->number() > 1'000'000) value->fail("expected a small number");
  return static_cast<unsigned>(value->number());
}

std::vector<std::string> texts_at(const YamlValue& yaml, std::string_view key, std::vector<std::string> otherwise) {
  const auto value = yaml.find(key);
  return value ? value->texts() : otherwise;
}

// What both forms of a study may set.
void read_settings(const YamlValue& yaml, BenchDefinition& definition) {
  TaskSelection& selection = definition.selection;
  selection.folders = texts_at(yaml, "folders", selection.folders);
  selection.only = texts_at(yaml, "only", selection.only);
  selection.limit = count_at(yaml, "limit", selection.limit);
  selection.every = std::max(1u, count_at(yaml, "every", selection.every));
  if (const auto property = yaml.find("property")) selection.property = property->text();
  if (const auto cpu = yaml.find("cpu")) definition.limits.cpu = parse_duration(cpu->text());
  if (const auto wall = yaml.find("wall")) definition.limits.wall = parse_duration(wall->text());
  if (const auto memory = yaml.find("memory")) definition.limits.memory = parse_size(memory->text());
  definition.limits.cores = count_at(yaml, "cores", definition.limits.cores);
  definition.repeat = std::max(1u, count_at(yaml, "repeat", definition.repeat));
}

ToolChoice read_tool(const YamlValue& yaml, const fs::path& folder) {
  if (yaml.is_text()) return read_tool_choice(yaml.text());
  yaml.only_keys({"name", "run", "tandem", "options", "command", "answers"});
  ToolChoice tool;
  if (const auto what = yaml.find("run")) tool.what = what->text();
  if (const auto command = yaml.find("command"))
    tool.command = command->is_text() ? split_words(command->text()) : command->texts();
  if (tool.what.empty() == tool.command.empty()) yaml.fail("a tool has either 'run' or 'command'");
  if (!tool.command.empty() && !has_file_placeholder(tool.command)) yaml.fail("the command needs {file}");
  // A strategy beside the definition.
  if (tool.what.ends_with(".yml") && fs::exists(folder / tool.what)) tool.what = (folder / tool.what).string();
  tool.name = yaml.find("name") ? yaml.at("name").text() : tool.what;
  check_name(tool.name, [&](const std::string& message) { yaml.fail(message); });
  if (const auto tandem = yaml.find("tandem")) tool.tandem = tandem->text();
  tool.options = texts_at(yaml, "options", {});
  if (const auto answers = yaml.find("answers"))
    for (const auto& [pattern, answer] : answers->entries()) tool.answers.push_back({pattern, answer.text()});
  return tool;
}

} // namespace

ToolChoice read_tool_choice(const std::string& text) {
  const std::size_t equals = text.find('=');
  ToolChoice tool;
  std::string what = text;
  if (equals != std::string::npos) {
    tool.name = text.substr(0, equals);
    what = text.substr(equals + 1);
  }
  const std::vector<std::string> words = split_words(what);
  if (has_file_placeholder(words)) {
    tool.command = words;
    if (tool.name.empty()) throw InputError(fmt::format("a command needs a name: NAME={}", what));
  } else if (words.size() > 1) {
    throw InputError(
        fmt::format("'{}' is neither the name of an engine, strategy or tool nor a command with {{file}}", what));
  } else {
    const std::size_t at = what.find('@');
    tool.what = what.substr(0, at);
    if (at != std::string::npos) tool.tandem = what.substr(at + 1);
    if (tool.name.empty()) tool.name = fs::path(tool.what).stem().string();
  }
  check_name(tool.name, [](const std::string& message) { throw InputError(message); });
  return tool;
}

bool is_bench_definition(const fs::path& file) {
  if (file.extension() != ".yml" || !fs::is_regular_file(file)) return false;
  const YamlValue yaml = YamlValue::read_file(file);
  return yaml.is_map() && yaml.find("tools").has_value();
}

BenchDefinition read_bench_definition(const fs::path& file, StudyForm form) {
  const YamlValue yaml = YamlValue::read_file(file);
  yaml.only_keys({"name", "about", "tasks", "tools", "folders", "only", "limit", "every", "property", "cpu", "wall",
                  "memory", "cores", "repeat", "short"});
  BenchDefinition definition{.name = yaml.find("name") ? yaml.at("name").text() : file.stem().string()};
  const fs::path folder = fs::absolute(file).parent_path();
  for (const std::string& source : yaml.at("tasks").texts())
    definition.tasks.push_back((folder / source).lexically_normal());
  read_settings(yaml, definition);
  if (const auto brief = yaml.find("short")) {
    brief->only_keys(
        {"folders", "only", "limit", "every", "property", "cpu", "wall", "memory", "cores", "repeat", "tasks"});
    if (form == StudyForm::Short) {
      read_settings(*brief, definition);
      if (const auto tasks = brief->find("tasks")) {
        definition.tasks.clear();
        for (const std::string& source : tasks->texts())
          definition.tasks.push_back((folder / source).lexically_normal());
      }
    }
  }
  for (const YamlValue& tool : yaml.at("tools").list()) definition.tools.push_back(read_tool(tool, folder));
  return definition;
}

} // namespace tandem::bench
