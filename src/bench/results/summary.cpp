#include "bench/results/summary.h"

#include "bench/tasks/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace tandem::bench {
namespace {

std::string wrong_lines(const ResultTable& table) {
  std::string text;
  for (std::size_t task = 0; task < table.cells.size(); ++task)
    for (std::size_t tool = 0; tool < table.campaign.tools.size(); ++tool) {
      const Cell& cell = table.cell(task, tool);
      if (cell.judgement.category != Category::Wrong) continue;
      text +=
          fmt::format("WRONG    {}: {} says {}, expected {}   {}\n", table.campaign.tasks[task].name,
                      table.campaign.tools[tool].name, cell.judgement.status, name(table.campaign.tasks[task].expected),
                      cell.runs.empty() ? "" : (table.folder / cell.runs[0].result.log).string());
    }
  return text;
}

std::string unstable_lines(const ResultTable& table) {
  std::string text;
  for (std::size_t task = 0; task < table.cells.size(); ++task)
    for (std::size_t tool = 0; tool < table.campaign.tools.size(); ++tool) {
      const Cell& cell = table.cell(task, tool);
      if (cell.is_stable) continue;
      std::set<std::string> statuses;
      for (const JudgedRun& run : cell.runs) statuses.insert(run.judgement.status);
      text += fmt::format("UNSTABLE {}: {} says {}\n", table.campaign.tasks[task].name, table.campaign.tools[tool].name,
                          fmt::join(statuses, ", "));
    }
  return text;
}

struct Widths {
  std::size_t group = 5, tool = 14;
};

std::string sum_line(const std::string& group, Widths width, const std::string& tool, const Sum& s) {
  return fmt::format("{:{}}  {:{}}{:>6}{:>7}{:>7}{:>7}{:>7}{:>9}{:>7}{:>9}{:>11.1f}\n", group, width.group, tool,
                     width.tool, s.tasks, s.right_true + s.right_false, s.right_true, s.right_false,
                     s.wrong_true + s.wrong_false, s.unknown, s.errors, fmt::format("{}", s.score), s.cpu_of_right);
}

std::string sums(const ResultTable& table) {
  std::vector<std::string> shown = groups(table);
  if (shown.size() == 1) shown.clear();
  Widths width;
  for (const std::string& group : shown) width.group = std::max(width.group, group.size());
  for (const BenchTool& tool : table.campaign.tools) width.tool = std::max(width.tool, tool.name.size());
  std::string text =
      fmt::format("{:{}}  {:{}}{:>6}{:>7}{:>7}{:>7}{:>7}{:>9}{:>7}{:>9}{:>11}\n", "group", width.group, "tool",
                  width.tool, "tasks", "right", "true", "false", "wrong", "unknown", "error", "score", "CPU s");
  for (const std::string& group : shown)
    for (std::size_t tool = 0; tool < table.campaign.tools.size(); ++tool)
      text += sum_line(group, width, table.campaign.tools[tool].name, sum(table, tool, group));
  for (std::size_t tool = 0; tool < table.campaign.tools.size(); ++tool)
    text += sum_line("all", width, table.campaign.tools[tool].name, sum(table, tool));
  return text;
}

// Answers that no column counts.
std::string unjudged_lines(const ResultTable& table) {
  std::string text;
  for (std::size_t tool = 0; tool < table.campaign.tools.size(); ++tool) {
    const Sum s = sum(table, tool);
    if (s.unjudged_true + s.unjudged_false > 0)
      text += fmt::format("{} says true of {} and false of {} whose right answer is not known\n",
                          table.campaign.tools[tool].name, s.unjudged_true, s.unjudged_false);
  }
  return text;
}

std::string how(const ResultTable& table) {
  std::set<std::string> enforcement;
  for (const auto& row : table.cells)
    for (const Cell& cell : row)
      for (const JudgedRun& run : cell.runs)
        if (!run.result.run.enforcement.empty()) enforcement.insert(run.result.run.enforcement);
  std::string text =
      fmt::format("Limits by {}; seed {}; CPU s: of right answers, median of {} run{}\n", fmt::join(enforcement, "; "),
                  table.campaign.seed, table.campaign.repeat, table.campaign.repeat == 1 ? "" : "s");
  if (const std::size_t missing = table.missing_runs(); missing > 0)
    text += fmt::format("INCOMPLETE: {} of {} runs have no result yet\n", missing, table.campaign.runs.size());
  return text;
}

} // namespace

std::string limits_text(const RunLimits& limits) {
  std::vector<std::string> parts;
  const auto seconds = [](std::chrono::milliseconds time) { return static_cast<double>(time.count()) / 1000; };
  if (limits.cpu) parts.push_back(fmt::format("{:g} s CPU", seconds(*limits.cpu)));
  if (limits.wall) parts.push_back(fmt::format("{:g} s wall", seconds(*limits.wall)));
  if (limits.memory) parts.push_back(fmt::format("{:g} GB", static_cast<double>(*limits.memory) / 1e9));
  if (limits.cores > 0) parts.push_back(fmt::format("{} cores", limits.cores));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string summary_text(const ResultTable& table) {
  return wrong_lines(table) + unstable_lines(table) + sums(table) + unjudged_lines(table) + how(table);
}

std::string summary_markdown(const ResultTable& table) {
  const Campaign& campaign = table.campaign;
  std::string text = "| tool | tasks | right | true | false | wrong | unknown | error | score | CPU s of right |\n"
                     "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (std::size_t tool = 0; tool < campaign.tools.size(); ++tool) {
    const Sum s = sum(table, tool);
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1f} |\n", campaign.tools[tool].name, s.tasks,
                        s.right_true + s.right_false, s.right_true, s.right_false, s.wrong_true + s.wrong_false,
                        s.unknown, s.errors, s.score, s.cpu_of_right);
  }
  if (const std::string unjudged = unjudged_lines(table); !unjudged.empty()) text += "\n" + unjudged;
  text += fmt::format("\ntandem {}; {}; {}; {}; {} run{} of each; {}\n\n    {}\n", campaign.version, campaign.began,
                      bench::text(campaign.machine), limits_text(campaign.limits), campaign.repeat,
                      campaign.repeat == 1 ? "" : "s", how(table), campaign.command);
  return text;
}

std::string results_csv(const ResultTable& table) {
  std::string text = csv_row({"tool", "folder", "task", "property", "expected", "repetition", "status", "category",
                              "score", "cpu", "wall", "memory", "end", "code", "enforcement", "host", "log"});
  for (std::size_t task = 0; task < table.cells.size(); ++task)
    for (std::size_t tool = 0; tool < table.campaign.tools.size(); ++tool)
      for (const JudgedRun& run : table.cell(task, tool).runs) {
        const BenchTask& of = table.campaign.tasks[task];
        const LimitedRun& measured = run.result.run;
        text += csv_row({table.campaign.tools[tool].name, of.group, of.name, of.property,
                         std::string(name(of.expected)), std::to_string(run.repetition + 1), run.judgement.status,
                         std::string(name(run.judgement.category)), std::to_string(run.judgement.score),
                         fmt::format("{:.3f}", measured.cpu_time.count() / 1000.0),
                         fmt::format("{:.3f}", measured.wall_time.count() / 1000.0),
                         std::to_string(measured.peak_memory), std::string(name(measured.end)),
                         std::to_string(measured.code), measured.enforcement, run.result.host, run.result.log});
      }
  return text;
}

} // namespace tandem::bench
