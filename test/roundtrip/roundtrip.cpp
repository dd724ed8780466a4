// For test/roundtrip/benchmarks_test.py: loads a C file, writes it as C, loads that and writes it again. Exit codes as
// tandem's own: 65 for a file that is refused, 70 for a bug; 1 if the program that was read back differs.
//
// usage: roundtrip ILP32|LP64 FILE FOLDER
//
// FOLDER gets written.c (with #line directives, and asserting its own layout), plain.c (with neither), again.c, what
// becomes of plain.c when it is loaded and written, and joined.c (with && and ||).
#include "base/core/input_error.h"
#include "base/core/require.h"
#include "base/core/text_file.h"
#include "frontend/load/load.h"
#include "program/cwriter/c_writer.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

using namespace tandem;

namespace {

const cwriter::WriteOptions plain{.line_directives = cwriter::LineDirectives::Off};
const cwriter::WriteOptions joined{.line_directives = cwriter::LineDirectives::Off,
                                   .branches = cwriter::Branches::Joined};

Program load(const std::filesystem::path& file, DataModel model) {
  return frontend::load({.files = {file}, .data_model = model});
}

// What must be preserved: the numbers of branches, of ends of paths and of calls of each callee.
std::map<std::string, int> shape(const Function& function) {
  std::map<std::string, int> counts;
  for (const Edge* edge : function.edges()) {
    if (edge->op.kind == OpKind::Assume) ++counts[edge->from->out.size() == 2 ? "branch" : "cut"];
    if (edge->op.kind == OpKind::Call) ++counts[edge->op.callee == nullptr ? "pointer" : edge->op.callee->name()];
  }
  // Calls that the writer adds: zeroed and copied aggregates.
  for (const char* own : {"memset", "memcpy"}) counts.erase(own);
  return counts;
}

// Functions that are called only from dead code are missing from the second program; all others would be missed as
// callees.
std::string difference(const Program& first, const Program& second) {
  for (const Function* function : first.functions()) {
    const Function* twin = second.find_function(function->name());
    if (twin == nullptr) continue;
    if (function->has_body() != twin->has_body()) return function->name() + " has a body in one of the two only";
    const auto before = shape(*function), after = shape(*twin);
    if (before == after) continue;
    for (const auto& [what, count] : before)
      if (!after.contains(what) || after.at(what) != count) return function->name() + " has another number of " + what;
    return function->name() + " has something new";
  }
  return "";
}

int roundtrip(DataModel model, const std::filesystem::path& file, const std::filesystem::path& folder) {
  const Program program = load(file, model);
  write_text_file(folder / "written.c", cwriter::write_c(program, {.layout_checks = cwriter::LayoutChecks::On}).text);
  write_text_file(folder / "plain.c", cwriter::write_c(program, plain).text);
  const Program again = load(folder / "plain.c", model);
  write_text_file(folder / "again.c", cwriter::write_c(again, plain).text);
  // Joined branches are split again when they are read.
  write_text_file(folder / "joined.c", cwriter::write_c(program, joined).text);
  const Program apart = load(folder / "joined.c", model);
  std::string changed = difference(program, again);
  if (changed.empty() && cwriter::write_c(apart, plain).text != cwriter::write_c(again, plain).text)
    changed = "joined branches differ";
  if (!changed.empty()) fmt::print(stderr, "read back: {}\n", changed);
  return changed.empty() ? 0 : 1;
}

} // namespace

int main(int count, char** words) {
  if (count != 4) return 64;
  try {
    const DataModel model = std::string(words[1]) == "ILP32" ? DataModel::ILP32 : DataModel::LP64;
    return roundtrip(model, words[2], words[3]);
  } catch (const InputError& error) {
    fmt::print(stderr, "{}: {}\n", error.position().text(), error.what());
    return 65;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 70;
  }
}
