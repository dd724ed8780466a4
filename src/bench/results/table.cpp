#include "bench/results/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>

namespace tandem::bench {
namespace {

using End = LimitedRun::End;

std::string signal_text(int number) {
  switch (number) {
  case SIGSEGV: return "SEGMENTATION FAULT";
  case SIGABRT: return "ABORTED";
  default: return fmt::format("KILLED BY SIGNAL {}", number);
  }
}

std::string in_parentheses(const std::string& answer) { return answer.empty() ? "" : " (" + answer + ")"; }

std::string status_of(const JobResult& result) {
  switch (result.run.end) {
  case End::CpuTime:
  case End::WallTime: return "TIMEOUT" + in_parentheses(result.answer);
  case End::Memory: return "OUT OF MEMORY" + in_parentheses(result.answer);
  case End::Processes: return "ERROR (too many processes)";
  case End::Cancelled: return "cancelled";
  case End::NotStarted: return fmt::format("ERROR (not started: {})", std::strerror(result.run.code));
  case End::Signalled: return result.answer.empty() ? signal_text(result.run.code) : result.answer;
  case End::Exited: break;
  }
  if (!result.answer.empty()) return result.answer;
  return result.run.code == 0 ? "done" : fmt::format("ERROR ({})", result.run.code);
}

// A FALSE for another reason than the expected one is neither right nor wrong.
bool is_other_violation(const BenchTask& task, const std::string& status) {
  return status != "false" && !task.subproperty.empty() && status != "false(" + task.subproperty + ")";
}

Cell make_cell(std::vector<JudgedRun> runs) {
  Cell cell{.runs = std::move(runs)};
  if (cell.runs.empty()) return cell;
  std::ranges::sort(cell.runs, {}, &JudgedRun::repetition);
  std::map<std::string, unsigned> count;
  std::vector<double> cpu, wall;
  for (const JudgedRun& run : cell.runs) {
    ++count[run.judgement.status];
    cpu.push_back(static_cast<double>(run.result.run.cpu_time.count()) / 1000);
    wall.push_back(static_cast<double>(run.result.run.wall_time.count()) / 1000);
    cell.memory = std::max(cell.memory, static_cast<double>(run.result.run.peak_memory));
  }
  const auto better = [&](const JudgedRun& a, const JudgedRun& b) {
    const bool wrong_a = a.judgement.category == Category::Wrong, wrong_b = b.judgement.category == Category::Wrong;
    if (wrong_a != wrong_b) return wrong_a;
    return count[a.judgement.status] > count[b.judgement.status];
  };
  cell.judgement = std::ranges::min_element(cell.runs, better)->judgement;
  cell.is_stable = count.size() == 1;
  cell.cpu = measured(cpu);
  cell.wall = measured(wall);
  return cell;
}

} // namespace

std::string_view name(Category category) {
  switch (category) {
  case Category::Wrong: return "wrong";
  case Category::Correct: return "correct";
  case Category::Unknown: return "unknown";
  case Category::Error: return "error";
  case Category::Missing: return "missing";
  }
  return "";
}

Judgement judge(const BenchTask& task, const JobResult& result) {
  Judgement judgement{.status = status_of(result)};
  const bool says_true = judgement.status == "true", says_false = judgement.status.starts_with("false");
  if (!says_true && !says_false) {
    const bool is_error = judgement.status != "unknown" && judgement.status != "done";
    judgement.category = judgement.status == "cancelled" ? Category::Missing
                         : is_error                      ? Category::Error
                                                         : Category::Unknown;
  } else if (task.expected == Expected::Unknown) {
    judgement.category = Category::Missing;
  } else if ((task.expected == Expected::True) != says_true) {
    judgement.category = Category::Wrong;
    judgement.score = says_true ? -32 : -16;
  } else if (says_false && is_other_violation(task, judgement.status)) {
    judgement.category = Category::Unknown;
  } else {
    judgement.category = Category::Correct;
    judgement.score = says_true ? 2 : 1;
  }
  return judgement;
}

Measured measured(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  const double median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {median, values.front(), values.back()};
}

std::size_t ResultTable::missing_runs() const {
  std::size_t done = 0;
  for (const auto& row : cells)
    for (const Cell& cell : row) done += cell.runs.size();
  return campaign.runs.size() - done;
}

ResultTable read_results(const std::filesystem::path& folder) {
  ResultTable table{.folder = folder, .campaign = read_campaign(folder / "campaign.json")};
  const std::size_t tools = table.campaign.tools.size(), tasks = table.campaign.tasks.size();
  std::vector<std::vector<std::vector<JudgedRun>>> runs(tasks, std::vector<std::vector<JudgedRun>>(tools));
  const JobFolder jobs(folder);
  const std::set<std::string> finished = jobs.finished();
  for (const PlannedRun& run : table.campaign.runs) {
    if (!finished.contains(run.job.key)) continue;
    const auto result = jobs.result(run.job.key);
    if (!result) continue;
    runs[run.task][run.tool].push_back({run.repetition, *result, judge(table.campaign.tasks[run.task], *result)});
  }
  for (auto& row : runs) {
    std::vector<Cell>& cells = table.cells.emplace_back();
    for (auto& of_cell : row) cells.push_back(make_cell(std::move(of_cell)));
  }
  return table;
}

Sum sum(const ResultTable& table, std::size_t tool, const std::optional<std::string>& group) {
  Sum total;
  for (std::size_t i = 0; i < table.campaign.tasks.size(); ++i) {
    const BenchTask& task = table.campaign.tasks[i];
    if (group && task.group != *group) continue;
    const Cell& cell = table.cell(i, tool);
    const Judgement& judged = cell.judgement;
    const bool says_true = judged.status == "true";
    ++total.tasks;
    switch (judged.category) {
    case Category::Wrong: ++(says_true ? total.wrong_true : total.wrong_false); break;
    case Category::Correct:
      ++(says_true ? total.right_true : total.right_false);
      total.cpu_of_right += cell.cpu.median;
      break;
    case Category::Unknown: ++total.unknown; break;
    case Category::Error: ++total.errors; break;
    case Category::Missing:
      ++total.missing;
      total.unjudged_true += says_true ? 1 : 0;
      total.unjudged_false += judged.status.starts_with("false") ? 1 : 0;
      break;
    }
    total.unstable += cell.is_stable ? 0 : 1;
    total.score += judged.score;
    total.best_score += task.expected == Expected::True ? 2 : task.expected == Expected::False ? 1 : 0;
    total.cpu += cell.cpu.median;
  }
  return total;
}

std::vector<std::string> groups(const ResultTable& table) {
  std::vector<std::string> found;
  for (const BenchTask& task : table.campaign.tasks)
    if (std::ranges::find(found, task.group) == found.end()) found.push_back(task.group);
  return found;
}

} // namespace tandem::bench
