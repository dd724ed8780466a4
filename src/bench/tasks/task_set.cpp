// Names: the path of the task's file below what all tasks have in common, without its ending; the property is appended
// where a file has several.

#include "bench/tasks/task_set.h"

#include "base/core/input_error.h"
#include "base/core/line_stream.h"
#include "bench/tasks/csv.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <set>

namespace tandem::bench {
namespace {

namespace fs = std::filesystem;

// A task with the path that names it.
struct Found {
  BenchTask task;
  fs::path named_by;
};

// Old SV-COMP file names say the verdict: "loop_true-unreach-call.c".
void read_name(const std::string& name, BenchTask& task) {
  for (const auto& [mark, verdict] : {std::pair{"true-", Expected::True}, std::pair{"false-", Expected::False}}) {
    const std::size_t at = name.find(mark);
    if (at == std::string::npos) continue;
    task.expected = verdict;
    const std::size_t begin = at + std::string_view(mark).size();
    task.property = name.substr(begin, name.find_first_of("._", begin) - begin);
    return;
  }
}

// Folders have other files of that kind: of continuous integration, of proofs.
bool is_task_definition(const fs::path& file) {
  for (LineStream lines(file); lines.next();)
    if (lines.line().starts_with("format_version")) return true;
  return false;
}

class Collector {
public:
  std::vector<Found> found;

  void add(const fs::path& source) {
    const fs::path path = fs::absolute(source).lexically_normal();
    if (fs::is_directory(path)) return add_folder(path);
    if (!fs::exists(path)) throw InputError(TextPosition{source.string()}, "no such file or folder");
    const std::string ending = path.extension().string();
    if (ending == ".csv") return add_csv(path);
    if (ending == ".set") return add_set(path);
    if (ending == ".yml" || ending == ".yaml") return add_definition(path);
    if (ending == ".c" || ending == ".i") return add_program(path);
    throw InputError(TextPosition{source.string()},
                     "expected tasks: a .yml, .set or .csv file, a folder, or a C program (.c, .i)");
  }

private:
  void add_definition(const fs::path& path) {
    for (BenchTask& task : read_task_definition(path)) found.push_back({std::move(task), path});
  }

  void add_program(const fs::path& path) {
    BenchTask task{.files = {path}};
    read_name(path.filename().string(), task);
    found.push_back({std::move(task), path});
  }

  // Task definitions where there are any, else programs.
  void add_folder(const fs::path& folder) {
    std::vector<fs::path> definitions, programs;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string ending = entry.path().extension().string();
      if (!entry.is_regular_file()) continue;
      if (ending == ".yml" && is_task_definition(entry.path())) definitions.push_back(entry.path());
      if (ending == ".c" || ending == ".i") programs.push_back(entry.path());
    }
    if (definitions.empty() && fs::exists(folder / "tasks.csv")) return add_csv(folder / "tasks.csv");
    std::ranges::sort(definitions);
    std::ranges::sort(programs);
    if (definitions.empty())
      for (const fs::path& path : programs) add_program(path);
    for (const fs::path& path : definitions) add_definition(path);
  }

  void add_set(const fs::path& file) {
    const std::size_t before = found.size();
    for (LineStream lines(file); lines.next();) {
      std::string pattern(lines.line());
      pattern.erase(std::min(pattern.find('#'), pattern.size()));
      while (!pattern.empty() && (pattern.back() == ' ' || pattern.back() == '\t')) pattern.pop_back();
      if (pattern.empty()) continue;
      const std::vector<fs::path> matching = files_matching(file.parent_path(), pattern);
      if (matching.empty()) throw InputError(lines.position(1), "no file matches '" + pattern + "'");
      for (const fs::path& path : matching) add(path);
    }
    for (std::size_t i = before; i < found.size(); ++i) found[i].task.group = file.stem().string();
  }

  void add_csv(const fs::path& file) {
    const CsvTable table = read_csv(file);
    if (std::ranges::find(table.columns, "file") == table.columns.end())
      throw InputError({file.string(), 1},
                       "expected a column 'file'; also known: folder, task, verdict, data_model, property");
    for (const CsvRow& row : table.rows) found.push_back(from_row(row, file));
  }

  static Found from_row(const CsvRow& row, const fs::path& csv) {
    const fs::path program = csv.parent_path() / row.at("file");
    const TextPosition position{csv.string(), row.line};
    if (!fs::exists(program)) throw InputError(position, "there is no " + program.string());
    BenchTask task{.group = row.at("folder"), .files = {program}, .data_model = row.at("data_model")};
    if (task.group.empty()) task.group = row.at("structure");
    if (!task.group.empty() && !row.at("task").empty()) task.name = task.group + "/" + row.at("task");
    std::string verdict = row.at("verdict");
    std::ranges::transform(verdict, verdict.begin(), [](unsigned char c) { return std::tolower(c); });
    if (verdict.starts_with("true")) task.expected = Expected::True;
    if (verdict.starts_with("false")) task.expected = Expected::False;
    if (task.expected == Expected::Unknown && !verdict.empty() && verdict != "unknown")
      throw InputError(position, "unknown verdict '" + verdict + "'; expected true, false or nothing");
    task.subproperty = row.at("subproperty");
    task.property = row.at("property").empty() ? "unreach-call" : row.at("property");
    const fs::path property = csv.parent_path() / "properties" / (task.property + ".prp");
    if (fs::exists(property)) task.property_file = property;
    return {std::move(task), program};
  }
};

// The longest folder that all paths are in.
fs::path common_folder(const std::vector<Found>& found) {
  fs::path common = found[0].named_by.parent_path();
  for (const Found& entry : found)
    while (entry.named_by.lexically_relative(common).string().starts_with("..") && common.has_relative_path())
      common = common.parent_path();
  return common;
}

void complete_names(std::vector<Found>& found) {
  const fs::path common = common_folder(found);
  for (auto& [task, path] : found) {
    const fs::path relative = path.lexically_relative(common);
    if (task.group.empty())
      task.group = relative.has_parent_path() ? relative.parent_path().string() : common.filename().string();
    if (task.name.empty()) task.name = fs::path(relative).replace_extension().string();
    if (task.property.empty()) task.property = "unreach-call";
  }
  std::map<std::string, std::set<std::string>> properties;
  for (const Found& entry : found) properties[entry.task.name].insert(entry.task.property);
  for (Found& entry : found)
    if (properties[entry.task.name].size() > 1) entry.task.name += "." + entry.task.property;
  std::map<std::string, unsigned> count;
  for (Found& entry : found)
    if (const unsigned before = count[entry.task.name]++; before > 0) entry.task.name += fmt::format("#{}", before + 1);
}

bool is_selected(const BenchTask& task, const TaskSelection& selection) {
  if (!selection.property.empty() && task.property != selection.property) return false;
  if (!selection.folders.empty() && std::ranges::find(selection.folders, task.group) == selection.folders.end())
    return false;
  return selection.only.empty() || std::ranges::any_of(selection.only, [&](const std::string& pattern) {
           return ::fnmatch(pattern.c_str(), task.name.c_str(), 0) == 0;
         });
}

} // namespace

std::string_view name(Expected expected) {
  switch (expected) {
  case Expected::Unknown: return "";
  case Expected::True: return "true";
  case Expected::False: return "false";
  }
  return "";
}

std::vector<BenchTask> read_task_set(const std::vector<fs::path>& sources, const TaskSelection& selection) {
  Collector collector;
  for (const fs::path& source : sources) collector.add(source);
  if (collector.found.empty())
    throw InputError(TextPosition{sources.empty() ? "" : sources[0].string()}, "no tasks here");
  complete_names(collector.found);
  std::vector<BenchTask> kept;
  std::map<std::string, unsigned> in_group;
  unsigned number = 0;
  for (Found& entry : collector.found) {
    if (!is_selected(entry.task, selection)) continue;
    if (selection.limit > 0 && ++in_group[entry.task.group] > selection.limit) continue;
    if (selection.every > 1 && number++ % selection.every != 0) continue;
    kept.push_back(std::move(entry.task));
  }
  if (kept.empty())
    throw InputError(TextPosition{sources[0].string()},
                     fmt::format("none of the {} tasks is selected", collector.found.size()));
  return kept;
}

} // namespace tandem::bench
