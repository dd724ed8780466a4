#include "bench/results/diff.h"

#include "base/core/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace tandem::bench {
namespace {

// The least number of tasks from which a change of the speed as a whole can be told.
constexpr std::size_t enough_tasks = 5;
// With fewer runs of a task, its times have no spread to compare with.
constexpr std::size_t enough_runs = 3;

std::vector<std::pair<std::size_t, std::size_t>> common_tools(const Campaign& a, const Campaign& b) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < a.tools.size(); ++i)
    for (std::size_t j = 0; j < b.tools.size(); ++j)
      if (a.tools[i].name == b.tools[j].name) pairs.emplace_back(i, j);
  if (pairs.empty() && a.tools.size() == 1 && b.tools.size() == 1) pairs.emplace_back(0, 0);
  return pairs;
}

class Comparison {
public:
  Comparison(const ResultTable& old_table, const ResultTable& new_table, const DiffOptions& options)
      : old_(old_table), new_(new_table), options_(options) {}

  Diff run() {
    const auto tools = common_tools(old_.campaign, new_.campaign);
    if (tools.empty()) throw InputError("the two campaigns have no tool in common");
    std::map<std::pair<std::string, std::string>, std::size_t> tasks;
    for (std::size_t i = 0; i < new_.campaign.tasks.size(); ++i) tasks[name_of(new_.campaign.tasks[i])] = i;
    for (const auto& [old_tool, new_tool] : tools) {
      ratios_.clear();
      for (std::size_t i = 0; i < old_.campaign.tasks.size(); ++i) {
        const auto found = tasks.find(name_of(old_.campaign.tasks[i]));
        if (found == tasks.end()) continue;
        compare_cells(new_.campaign.tools[new_tool].name, old_.campaign.tasks[i].name, old_.cell(i, old_tool),
                      new_.cell(found->second, new_tool));
      }
      add_speed(new_.campaign.tools[new_tool].name);
    }
    if (diff_.compared == 0) throw InputError("the two campaigns have no task in common that both have results of");
    std::ranges::sort(diff_.differences, {},
                      [](const Difference& each) { return std::tie(each.change, each.tool, each.task); });
    diff_.only_old = old_.campaign.tasks.size() * tools.size() - diff_.compared;
    diff_.only_new = new_.campaign.tasks.size() * tools.size() - diff_.compared;
    return std::move(diff_);
  }

private:
  static std::pair<std::string, std::string> name_of(const BenchTask& task) { return {task.name, task.property}; }

  bool is_near_limit(const Cell& cell, const Campaign& campaign) const {
    const auto& cpu = campaign.limits.cpu;
    return cpu && cell.cpu.most >= options_.near_limit * static_cast<double>(cpu->count()) / 1000;
  }

  void compare_cells(const std::string& tool, const std::string& task, const Cell& before, const Cell& now) {
    if (before.runs.empty() || now.runs.empty()) return;
    ++diff_.compared;
    const Category a = before.judgement.category, b = now.judgement.category;
    const bool solved_before = a == Category::Correct, solved_now = b == Category::Correct;
    const auto add = [&](Change change, const std::string& remark = {}) {
      diff_.differences.push_back({change, tool, task,
                                   fmt::format("{} -> {} ({:.2f} s -> {:.2f} s){}", before.judgement.status,
                                               now.judgement.status, before.cpu.median, now.cpu.median, remark)});
    };
    if (b == Category::Wrong && a != Category::Wrong) return add(Change::NewlyWrong);
    if (a == Category::Wrong && b != Category::Wrong) return add(Change::Mended);
    if (solved_before != solved_now) {
      const bool by_chance = !before.is_stable || !now.is_stable ||
                             (solved_before ? is_near_limit(before, old_.campaign) : is_near_limit(now, new_.campaign));
      if (by_chance) return add(Change::Noise, "; unstable, or close to the limit");
      return add(solved_before ? Change::Lost : Change::Gained);
    }
    if (before.judgement.status != now.judgement.status) return add(Change::Other);
    if (solved_now) compare_times(before, now, add);
  }

  void compare_times(const Cell& before, const Cell& now, const auto& add) {
    if (std::max(before.cpu.median, now.cpu.median) < options_.least_seconds) return;
    const double ratio = std::max(now.cpu.median, 0.001) / std::max(before.cpu.median, 0.001);
    ratios_.push_back(std::log(ratio));
    const bool has_spread = std::min(before.runs.size(), now.runs.size()) >= enough_runs;
    if (!has_spread || std::abs(now.cpu.median - before.cpu.median) < options_.least_seconds) return;
    if (ratio >= options_.threshold && now.cpu.least > before.cpu.most) add(Change::Slower);
    if (ratio <= 1 / options_.threshold && now.cpu.most < before.cpu.least) add(Change::Faster);
  }

  void add_speed(const std::string& tool) {
    if (ratios_.empty()) return;
    const double count = static_cast<double>(ratios_.size());
    double mean = 0, squares = 0;
    for (const double ratio : ratios_) mean += ratio / count;
    for (const double ratio : ratios_) squares += (ratio - mean) * (ratio - mean);
    const double error = ratios_.size() > 1 ? std::sqrt(squares / (count - 1) / count) : 1;
    diff_.speeds.push_back(
        {tool, ratios_.size(), std::exp(mean), std::exp(mean - 2 * error), std::exp(mean + 2 * error)});
  }

  const ResultTable& old_;
  const ResultTable& new_;
  DiffOptions options_;
  Diff diff_;
  std::vector<double> ratios_; // logarithms
};

bool is_slower(const SpeedChange& speed, const DiffOptions& options) {
  return speed.tasks >= enough_tasks && speed.low > 1 && speed.ratio >= std::sqrt(options.threshold);
}

} // namespace

std::string_view name(Change change) {
  switch (change) {
  case Change::NewlyWrong: return "NEWLY WRONG";
  case Change::Lost: return "LOST";
  case Change::Slower: return "SLOWER";
  case Change::Noise: return "noise";
  case Change::Other: return "changed";
  case Change::Faster: return "faster";
  case Change::Gained: return "gained";
  case Change::Mended: return "mended";
  }
  return "";
}

bool is_regression(Change change) { return change <= Change::Slower; }

bool Diff::has_regression(const DiffOptions& options) const {
  return std::ranges::any_of(differences, [](const Difference& each) { return is_regression(each.change); }) ||
         std::ranges::any_of(speeds, [&](const SpeedChange& speed) { return is_slower(speed, options); });
}

Diff compare(const ResultTable& old_table, const ResultTable& new_table, const DiffOptions& options) {
  return Comparison(old_table, new_table, options).run();
}

std::string diff_text(const Diff& diff, const DiffOptions& options) {
  std::string text;
  for (const Difference& each : diff.differences)
    text += fmt::format("{:11} {} {}: {}\n", name(each.change), each.tool, each.task, each.text);
  for (const SpeedChange& speed : diff.speeds)
    text += fmt::format("{}: {:.2f} times the CPU time on {} tasks that both solve ({:.2f} to {:.2f}){}\n", speed.tool,
                        speed.ratio, speed.tasks, speed.low, speed.high, is_slower(speed, options) ? ": SLOWER" : "");
  text += fmt::format("{} compared; {} only in the first, {} only in the second\n", diff.compared, diff.only_old,
                      diff.only_new);
  return text + (diff.has_regression(options) ? "Worse.\n" : "Not worse.\n");
}

} // namespace tandem::bench
