#include "report/page/bench_page.h"

#include "bench/results/summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace tandem::report::page {
namespace {

using bench::Category;
using bench::Cell;
using bench::ResultTable;
using nlohmann::json;

json fact(const std::string& label, const std::string& value) { return {{"label", label}, {"value", value}}; }

std::string enforcement(const ResultTable& table) {
  std::set<std::string> found;
  for (const auto& row : table.cells)
    for (const Cell& cell : row)
      for (const bench::JudgedRun& run : cell.runs) found.insert(run.result.run.enforcement);
  return fmt::format("{}", fmt::join(found, "; "));
}

json warnings(const ResultTable& table) {
  json result = json::array();
  for (std::size_t task = 0; task < table.cells.size(); ++task)
    for (std::size_t tool = 0; tool < table.campaign.tools.size(); ++tool) {
      const Cell& cell = table.cell(task, tool);
      const std::string place =
          fmt::format("{} on {}", table.campaign.tools[tool].name, table.campaign.tasks[task].name);
      if (cell.judgement.category == Category::Wrong)
        result.push_back({{"text", fmt::format("WRONG: {} says {}, expected {}", place, cell.judgement.status,
                                               bench::name(table.campaign.tasks[task].expected))}});
      else if (!cell.is_stable)
        result.push_back({{"text", fmt::format("unstable: {} gives different answers", place)}});
    }
  return result;
}

Section summary_section(const ResultTable& table) {
  const bench::Campaign& campaign = table.campaign;
  json facts{fact("Tasks", std::to_string(campaign.tasks.size())),
             fact("Runs", fmt::format("{}, {} missing", campaign.runs.size(), table.missing_runs())),
             fact("Limits", bench::limits_text(campaign.limits)),
             fact("Enforced by", enforcement(table)),
             fact("Repetitions", std::to_string(campaign.repeat)),
             fact("Seed of the order", std::to_string(campaign.seed)),
             fact("Machine", bench::text(campaign.machine)),
             fact("Begun", campaign.began)};
  json commands = json::array();
  if (!campaign.command.empty()) commands.push_back(fact("The campaign", campaign.command));
  for (const bench::BenchTool& tool : campaign.tools)
    commands.push_back(fact(tool.version.empty() ? tool.name : fmt::format("{} ({})", tool.name, tool.version),
                            fmt::format("{}", fmt::join(tool.words, " "))));
  return {"summary",
          "Summary",
          "summary",
          {{"facts", facts},
           {"targets", json::array()},
           {"rests", json::array()},
           {"warnings", warnings(table)},
           {"commands", commands}}};
}

json number(double value, const std::string& shown) { return {{"text", shown}, {"number", value}}; }
json count(long value) { return number(static_cast<double>(value), std::to_string(value)); }

json sum_row(const ResultTable& table, std::size_t tool, const std::optional<std::string>& group) {
  const bench::Sum sum = bench::sum(table, tool, group);
  json wrong = count(sum.wrong_true + sum.wrong_false);
  if (sum.wrong_true + sum.wrong_false > 0) wrong["tone"] = "bad";
  return {{{"text", group.value_or("all")}},
          {{"text", table.campaign.tools[tool].name}},
          count(sum.tasks),
          count(sum.right_true),
          count(sum.right_false),
          wrong,
          count(sum.unknown),
          count(sum.errors),
          number(static_cast<double>(sum.score), fmt::format("{} of {}", sum.score, sum.best_score)),
          number(sum.cpu_of_right, fmt::format("{:.1f}", sum.cpu_of_right))};
}

Section score_section(const ResultTable& table) {
  json columns = json::array(), rows = json::array();
  for (const char* const title : {"Group", "Tool"}) columns.push_back({{"title", title}});
  for (const char* const title :
       {"Tasks", "Right TRUE", "Right FALSE", "Wrong", "Unknown", "Error", "Score", "CPU s of right"})
    columns.push_back({{"title", title}, {"numeric", true}});
  const std::size_t tools = table.campaign.tools.size();
  for (std::size_t tool = 0; tool < tools; ++tool) rows.push_back(sum_row(table, tool, std::nullopt));
  const std::vector<std::string> groups = bench::groups(table);
  if (groups.size() > 1)
    for (const std::string& group : groups)
      for (std::size_t tool = 0; tool < tools; ++tool) rows.push_back(sum_row(table, tool, group));
  return {"scores",
          "Scores",
          "table",
          {{"intro", "2 for a right TRUE, 1 for a right FALSE, -32 for a wrong TRUE, -16 for a wrong FALSE."},
           {"columns", columns},
           {"rows", rows}}};
}

// Logs and files are beside the page.
json cell_json(const Cell& cell) {
  if (cell.runs.empty()) return nullptr;
  json files = json::array();
  for (const std::string& file : cell.runs[0].result.files) files.push_back(file);
  return {{"status", cell.judgement.status},
          {"category", bench::name(cell.judgement.category)},
          {"score", cell.judgement.score},
          {"cpu", {cell.cpu.median, cell.cpu.least, cell.cpu.most}},
          {"wall", cell.wall.median},
          {"memory", cell.memory},
          {"stable", cell.is_stable},
          {"log", cell.runs[0].result.log},
          {"files", files}};
}

json data_of(const ResultTable& table) {
  json tools = json::array(), tasks = json::array();
  for (const bench::BenchTool& tool : table.campaign.tools) tools.push_back(tool.name);
  for (std::size_t i = 0; i < table.campaign.tasks.size(); ++i) {
    const bench::BenchTask& task = table.campaign.tasks[i];
    json cells = json::array();
    for (const Cell& cell : table.cells[i]) cells.push_back(cell_json(cell));
    tasks.push_back({{"name", task.name},
                     {"group", task.group},
                     {"property", task.property},
                     {"expected", bench::name(task.expected)},
                     {"cells", cells}});
  }
  return {{"tools", tools}, {"tasks", tasks}};
}

} // namespace

Page bench_page(const ResultTable& table) {
  unsigned wrong = 0, right = 0, unjudged = 0;
  for (std::size_t tool = 0; tool < table.campaign.tools.size(); ++tool) {
    const bench::Sum sum = bench::sum(table, tool);
    wrong += sum.wrong_true + sum.wrong_false;
    right += sum.right_true + sum.right_false;
    unjudged += sum.unjudged_true + sum.unjudged_false;
  }
  const bool is_unjudged = right == 0 && unjudged > 0;
  Page page{.title = table.campaign.name,
            .headline = wrong > 0     ? fmt::format("{} WRONG", wrong)
                        : is_unjudged ? "not judged"
                                      : "none wrong",
            .tone = wrong > 0     ? Tone::Bad
                    : is_unjudged ? Tone::Neutral
                                  : Tone::Good,
            .sentence = fmt::format("{} tools on {} tasks: {} answers are right, {} wrong{}.",
                                    table.campaign.tools.size(), table.campaign.tasks.size(), right, wrong,
                                    unjudged > 0 ? fmt::format("; of {} the right one is not known", unjudged) : ""),
            .producer = "tandem " + table.campaign.version};
  const json data = data_of(table);
  page.sections = {
      summary_section(table), score_section(table), {"runs", "Runs", "runs", data}, {"plots", "Plots", "plots", data}};
  return page;
}

} // namespace tandem::report::page
