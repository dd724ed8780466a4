#include "testing/coverage/coverage_text.h"

#include "exchange/formats/test_suite.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tandem::testing::coverage {

using nlohmann::ordered_json;

namespace {

std::string key_of(const std::string& file, std::uint32_t line, std::uint32_t column, const std::string& text) {
  return fmt::format("{}:{}:{}:{}", std::filesystem::path(file).filename().string(), line, column, text);
}

std::string ratio(const CoveredGoals& goals) {
  const double percent = goals.goals.empty()
                             ? 100.0
                             : 100.0 * static_cast<double>(goals.count()) / static_cast<double>(goals.goals.size());
  return fmt::format("{} of {} ({:.1f} %)", goals.count(), goals.goals.size(), percent);
}

std::string uncovered(const Program& program, const CoveredGoals& goals, const KnownUnreachable& unreachable,
                      std::size_t most) {
  std::string text;
  std::size_t count = 0;
  for (std::size_t i = 0; i < goals.goals.size(); ++i) {
    if (goals.covered[i] || ++count > most) continue;
    const std::string by = unreachable.by(program, goals.goals[i]);
    text += fmt::format("  {}: {}{}\n", program.text(goals.goals[i].place), goals.goals[i].text,
                        by.empty() ? "" : fmt::format(" (proved unreachable by {})", by));
  }
  if (count > most) text += fmt::format("  … and {} more\n", count - most);
  return text;
}

ordered_json goals_json(const Program& program, const CoveredGoals& goals, const KnownUnreachable& unreachable) {
  ordered_json json{{"covered", goals.count()}, {"all", goals.goals.size()}, {"goals", ordered_json::array()}};
  for (std::size_t i = 0; i < goals.goals.size(); ++i) {
    const goals::Goal& goal = goals.goals[i];
    ordered_json one{{"text", goal.text},
                     {"file", program.files()[goal.place.file].path},
                     {"line", goal.place.line},
                     {"column", goal.place.column},
                     {"covered", static_cast<bool>(goals.covered[i])}};
    if (const std::string by = goals.covered[i] ? "" : unreachable.by(program, goal); !by.empty())
      one["unreachable"] = by;
    json["goals"].push_back(std::move(one));
  }
  return json;
}

} // namespace

KnownUnreachable::KnownUnreachable(const std::filesystem::path& suite) {
  const auto table = nlohmann::json::parse(exchange::formats::read_goal_table(suite), nullptr, false);
  if (table.is_discarded() || !table.is_object() || !table.contains("goals")) return;
  for (const auto& goal : table["goals"])
    if (goal.value("status", "") == "unreachable")
      proofs_[key_of(goal.value("file", ""), goal.value("line", 0u), goal.value("column", 0u),
                     goal.value("text", ""))] = goal.value("by", "");
}

std::string KnownUnreachable::by(const Program& program, const goals::Goal& goal) const {
  const auto found =
      proofs_.find(key_of(program.files()[goal.place.file].path, goal.place.line, goal.place.column, goal.text));
  return found == proofs_.end() ? "" : found->second;
}

std::string coverage_text(const Program& program, const Coverage& coverage, const KnownUnreachable& unreachable,
                          std::size_t most_lines) {
  std::string text;
  if (const std::string rest = uncovered(program, coverage.branches, unreachable, most_lines); !rest.empty())
    text += "branches not covered:\n" + rest;
  if (const std::string rest = uncovered(program, coverage.functions, unreachable, most_lines); !rest.empty())
    text += "functions not entered:\n" + rest;
  std::size_t shown = 0;
  for (const std::string& remark : coverage.remarks)
    if (++shown <= most_lines) text += "remark: " + remark + "\n";
  if (shown > most_lines) text += fmt::format("… and {} more remarks\n", shown - most_lines);
  text += fmt::format("Functions: {}\nLines:     {}\nBranches:  {} by {} tests\n", ratio(coverage.functions),
                      ratio(coverage.lines), ratio(coverage.branches), coverage.tests);
  return text;
}

std::string coverage_json(const Program& program, const Coverage& coverage, const KnownUnreachable& unreachable,
                          const GcovCoverage* gcov) {
  ordered_json json{{"tests", coverage.tests},
                    {"branches", goals_json(program, coverage.branches, unreachable)},
                    {"lines", goals_json(program, coverage.lines, unreachable)},
                    {"functions", goals_json(program, coverage.functions, unreachable)},
                    {"remarks", coverage.remarks}};
  if (gcov != nullptr) json["gcov"] = {{"covered", gcov->taken}, {"all", gcov->branches}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string lcov_text(const Program& program, const Coverage& coverage) {
  std::string text;
  for (std::uint32_t file = 0; file < program.files().size(); ++file) {
    if (program.files()[file].sha256.empty()) continue;
    text += "TN:\nSF:" + program.files()[file].path + "\n";
    const auto each = [&](const CoveredGoals& goals, const auto& write) {
      for (std::size_t i = 0; i < goals.goals.size(); ++i)
        if (goals.goals[i].place.file == file) write(goals.goals[i], goals.covered[i] ? 1 : 0, i);
    };
    each(coverage.functions, [&](const goals::Goal& goal, int hit, std::size_t) {
      const std::string name = goal.edges.front()->function().source_name();
      text += fmt::format("FN:{},{}\nFNDA:{},{}\n", goal.place.line, name, hit, name);
    });
    each(coverage.lines, [&](const goals::Goal& goal, int hit, std::size_t) {
      text += fmt::format("DA:{},{}\n", goal.place.line, hit);
    });
    each(coverage.branches, [&](const goals::Goal& goal, int hit, std::size_t i) {
      text += fmt::format("BRDA:{},{},{},{}\n", goal.place.line, goal.edges.front()->from->id, i, hit);
    });
    text += "end_of_record\n";
  }
  return text;
}

namespace {

using Place = std::pair<std::string, std::uint32_t>; // canonical file and line

std::string difference(const GcovLine& ours, const GcovLine& theirs) {
  return fmt::format("{} of {}, gcov {} of {}", ours.taken, ours.branches, theirs.taken, theirs.branches);
}

// Functions that gcov has and the program has not, since nothing calls them.
std::vector<GcovFunction> uncalled(const Coverage& coverage, const GcovCoverage& gcov) {
  std::vector<GcovFunction> result = gcov.functions;
  for (const goals::Goal& goal : coverage.functions.goals)
    std::erase_if(result, [&](const GcovFunction& function) {
      return function.name == goal.edges.front()->function().source_name();
    });
  return result;
}

// The branches by line, and what gcov counts for the same lines.
std::map<Place, std::pair<GcovLine, GcovLine>> side_by_side(const Program& program, const Coverage& coverage,
                                                            const GcovCoverage& gcov) {
  std::vector<std::string> canonical;
  for (const SourceFile& file : program.files())
    canonical.push_back(std::filesystem::weakly_canonical(file.path).string());
  std::map<Place, std::pair<GcovLine, GcovLine>> lines;
  for (std::size_t i = 0; i < coverage.branches.goals.size(); ++i) {
    const SourcePoint& place = coverage.branches.goals[i].place;
    GcovLine& line = lines[{canonical.at(place.file), place.line}].first;
    ++line.branches, line.taken += coverage.branches.covered[i];
  }
  for (const auto& [place, count] : gcov.lines) lines[place].second = count;
  return lines;
}

} // namespace

std::string gcov_comparison(const Program& program, const Coverage& coverage, const GcovCoverage& gcov) {
  const std::vector<GcovFunction> left_out = uncalled(coverage, gcov);
  std::vector<GcovLine> in_left_out(left_out.size());
  std::string text;
  for (const auto& [place, counts] : side_by_side(program, coverage, gcov)) {
    const auto& [ours, theirs] = counts;
    if (theirs.branches == ours.branches && theirs.taken == ours.taken) continue;
    const auto around = std::ranges::find_if(left_out, [&](const GcovFunction& function) {
      return function.file == place.first && function.first <= place.second && place.second <= function.last;
    });
    if (around != left_out.end() && ours.branches == 0)
      in_left_out[static_cast<std::size_t>(around - left_out.begin())].branches += theirs.branches;
    else
      text += fmt::format("  {}:{}: {}\n", std::filesystem::proximate(place.first).string(), place.second,
                          difference(ours, theirs));
  }
  std::string same = text.empty() ? "the same" : "not the same";
  for (std::size_t i = 0; i < left_out.size(); ++i) {
    if (in_left_out[i].branches == 0) continue;
    if (same == "the same") same = "the same in what is called";
    text += fmt::format("  {}:{}: {} is not called, so it is no part of the program; gcov counts its {} branches\n",
                        std::filesystem::proximate(left_out[i].file).string(), left_out[i].first, left_out[i].name,
                        in_left_out[i].branches);
  }
  return fmt::format("gcov:      {} of {} branches: {}\n", gcov.taken, gcov.branches, same) + text;
}

std::string difference_text(const Program& program, const Coverage& a, const Coverage& b) {
  std::string only_a, only_b;
  std::size_t count_a = 0, count_b = 0;
  for (std::size_t i = 0; i < a.branches.goals.size(); ++i) {
    if (a.branches.covered[i] == b.branches.covered[i]) continue;
    const goals::Goal& goal = a.branches.goals[i];
    (a.branches.covered[i] ? only_a : only_b) += fmt::format("  {}: {}\n", program.text(goal.place), goal.text);
    (a.branches.covered[i] ? count_a : count_b) += 1;
  }
  return fmt::format("branches that only the first suite covers: {}\n{}branches that only the second suite covers: "
                     "{}\n{}First:  {}\nSecond: {}\n",
                     count_a, only_a, count_b, only_b, ratio(a.branches), ratio(b.branches));
}

} // namespace tandem::testing::coverage
