#include "base/core/yaml_reader.h"
#include "bench/tasks/task_set.h"

#include <array>
#include <glob.h>

namespace tandem::bench {
namespace {

namespace fs = std::filesystem;

Expected expected_of(const YamlValue& property) {
  const auto verdict = property.find("expected_verdict");
  if (!verdict) return Expected::Unknown;
  return verdict->choice("a verdict", {"false", "true"}) == 1 ? Expected::True : Expected::False;
}

std::vector<fs::path> input_files(const YamlValue& definition, const fs::path& folder) {
  std::vector<fs::path> files;
  const YamlValue named = definition.at("input_files");
  for (const std::string& pattern : named.texts()) {
    const std::vector<fs::path> matching = files_matching(folder, pattern);
    if (matching.empty()) named.fail("no file matches '" + pattern + "'");
    files.insert(files.end(), matching.begin(), matching.end());
  }
  return files;
}

std::string data_model(const YamlValue& definition) {
  const auto options = definition.find("options");
  if (!options || !options->is_map()) return {};
  const auto model = options->find("data_model");
  if (!model) return {};
  constexpr std::array names{"ILP32", "LP64"};
  return names[model->choice("a data model", {"ILP32", "LP64"})];
}

} // namespace

std::vector<fs::path> files_matching(const fs::path& folder, const std::string& pattern) {
  glob_t found{};
  std::vector<fs::path> files;
  if (::glob((folder / pattern).c_str(), GLOB_BRACE, nullptr, &found) == 0)
    for (std::size_t i = 0; i < found.gl_pathc; ++i) files.emplace_back(found.gl_pathv[i]);
  ::globfree(&found);
  return files;
}

std::vector<BenchTask> read_task_definition(const fs::path& file) {
  const YamlValue definition = YamlValue::read_file(file);
  const YamlValue version = definition.at("format_version");
  if (version.text() != "2.0" && version.text() != "1.0" && version.text() != "2.1")
    version.fail("unknown format version '" + version.text() + "'; 1.0, 2.0 and 2.1 are known");
  const fs::path folder = file.parent_path();
  BenchTask common{
      .name = {}, .group = {}, .files = input_files(definition, folder), .data_model = data_model(definition)};
  std::vector<BenchTask> tasks;
  const auto properties = definition.find("properties");
  if (!properties) return {common};
  for (const YamlValue& property : properties->list()) {
    BenchTask task = common;
    const YamlValue name = property.at("property_file");
    task.property_file = (folder / name.text()).lexically_normal();
    if (!fs::exists(task.property_file)) name.fail("there is no " + task.property_file.string());
    task.property = task.property_file.stem().string();
    task.expected = expected_of(property);
    if (const auto violated = property.find("subproperty")) task.subproperty = violated->text();
    tasks.push_back(std::move(task));
  }
  return tasks;
}

} // namespace tandem::bench
