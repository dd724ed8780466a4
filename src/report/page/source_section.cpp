#include "report/page/source_section.h"

#include "base/core/share_folders.h"
#include "program/source/source_statements.h"

#include <algorithm>
#include <set>

namespace tandem::report::page {

namespace {

using nlohmann::json;

// A file with more would make a page that no browser opens quickly.
constexpr std::size_t most_bytes = 20'000'000;

bool is_model(const SourceFile& file, const std::vector<std::filesystem::path>& folders) {
  const std::filesystem::path parent = std::filesystem::path(file.path).parent_path();
  return std::ranges::any_of(folders, [&](const std::filesystem::path& folder) {
    std::error_code ignored;
    return !parent.empty() && std::filesystem::equivalent(parent, folder, ignored);
  });
}

} // namespace

ShownFiles::ShownFiles(const Program& program) {
  std::set<std::uint32_t> with_code;
  for (const Edge* edge : program.edges())
    if (edge->range.begin.is_known()) with_code.insert(edge->range.begin.file);
  const std::vector<std::filesystem::path> models = share_folders("clib");
  for (std::uint32_t file = 0; file < program.files().size(); ++file) {
    const SourceFile& each = program.files()[file];
    if (each.sha256.empty() && (!with_code.contains(file) || is_model(each, models))) continue;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(each.path, ignored)) continue;
    numbers_.emplace(file, files_.size());
    files_.push_back(file);
  }
}

json ShownFiles::place(SourcePoint point) const {
  const auto found = numbers_.find(point.file);
  if (!point.is_known() || found == numbers_.end()) return nullptr;
  return {{"file", found->second}, {"line", point.line}};
}

Section source_section(const Program& program, const ShownFiles& shown, const std::vector<std::string>& states,
                       const std::vector<Mark>& marks, const std::vector<LineCounts>& hits) {
  source::ProgramSources sources(program);
  json files = json::array();
  for (const std::uint32_t file : shown.files()) {
    const std::string& text = sources.text(file).text();
    files.push_back({{"path", program.files()[file].path},
                     {"text", text.size() <= most_bytes ? text : "(too large to be shown)"},
                     {"lines", file < states.size() ? states[file] : std::string()}});
    if (file >= hits.size()) continue;
    json counts = json::object();
    for (const auto& [line, count] : hits[file]) counts[std::to_string(line)] = count;
    files.back()["hits"] = std::move(counts);
  }
  json list = json::array();
  for (const Mark& mark : marks)
    if (json place = shown.place(mark.point); !place.is_null())
      list.push_back({{"place", std::move(place)}, {"text", mark.text}, {"tone", name(mark.tone)}});
  return {"source", "Source", "source", {{"files", std::move(files)}, {"marks", std::move(list)}}};
}

std::string program_title(const Program& program) {
  std::string name;
  std::size_t others = 0;
  for (const SourceFile& file : program.files()) {
    if (file.sha256.empty()) continue;
    if (name.empty())
      name = std::filesystem::path(file.path).filename().string();
    else
      ++others;
  }
  return others == 0 ? name : fmt::format("{} and {} more", name, others);
}

} // namespace tandem::report::page
