// The results of a campaign, judged: for each task and tool what came of its runs. Scores are those of SV-COMP, except
// that no witness is asked for: 2 for a right TRUE, 1 for a right FALSE, -32 and -16 for the wrong ones.
#pragma once

#include "bench/jobs/job_folder.h"
#include "bench/results/campaign.h"

#include <optional>
#include <string>
#include <vector>

namespace tandem::bench {

// As BenchExec has them. Missing: there is no result, or the right answer is not known.
enum class Category : std::uint8_t { Wrong, Correct, Unknown, Error, Missing };
std::string_view name(Category category);

struct Judgement {
  std::string status; // "true", "false(unreach-call)", "TIMEOUT", "ERROR (2)", …
  Category category = Category::Missing;
  int score = 0;
};

Judgement judge(const BenchTask& task, const JobResult& result);

struct Measured {
  double median = 0, least = 0, most = 0;
};
Measured measured(std::vector<double> values);

struct JudgedRun {
  unsigned repetition = 0;
  JobResult result;
  Judgement judgement;
};

// One task and tool.
struct Cell {
  std::vector<JudgedRun> runs; // by repetition; those that are done
  Judgement judgement;         // of all: wrong if one is, else the most frequent
  bool is_stable = true;       // all runs have the same status
  Measured cpu, wall;          // seconds
  double memory = 0;           // the most, in bytes
};

struct ResultTable {
  std::filesystem::path folder;
  Campaign campaign;
  std::vector<std::vector<Cell>> cells; // by task and tool

  const Cell& cell(std::size_t task, std::size_t tool) const { return cells[task][tool]; }
  std::size_t missing_runs() const;
};

ResultTable read_results(const std::filesystem::path& folder);

// Of one tool, over all tasks or those of a group.
struct Sum {
  unsigned tasks = 0, right_true = 0, right_false = 0, wrong_true = 0, wrong_false = 0, unknown = 0, errors = 0,
           missing = 0, unstable = 0, unjudged_true = 0, unjudged_false = 0; // the last two: no verdict is known
  long score = 0, best_score = 0;
  double cpu = 0, cpu_of_right = 0; // seconds
};
Sum sum(const ResultTable& table, std::size_t tool, const std::optional<std::string>& group = std::nullopt);

// In the order of their first tasks.
std::vector<std::string> groups(const ResultTable& table);

} // namespace tandem::bench
