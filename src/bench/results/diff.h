// What changed between two campaigns, with the noise taken into account: an answer that is lost close to the limit or
// that is not stable anyway is reported, but is no regression, and neither is a time within the spread of the runs.
#pragma once

#include "bench/results/table.h"

namespace tandem::bench {

struct DiffOptions {
  double threshold = 1.25;    // how many times slower is worse
  double near_limit = 0.75;   // answers that needed this share of the limit may be lost by chance
  double least_seconds = 0.2; // shorter times are noise
};

enum class Change : std::uint8_t { NewlyWrong, Lost, Slower, Noise, Other, Faster, Gained, Mended };
std::string_view name(Change change);
bool is_regression(Change change);

struct Difference {
  Change change = Change::Other;
  std::string tool, task, text;
};

// Of the times of one tool on the tasks that both solved: the geometric mean of the ratios, new by old, with an
// interval of twice the standard error.
struct SpeedChange {
  std::string tool;
  std::size_t tasks = 0;
  double ratio = 1, low = 1, high = 1;
};

struct Diff {
  std::vector<Difference> differences; // regressions first
  std::vector<SpeedChange> speeds;
  std::size_t compared = 0, only_old = 0, only_new = 0; // tasks and tools that both have, that one has

  bool has_regression(const DiffOptions& options) const;
};

// Tools are compared by name; if each campaign has one only, whatever their names. InputError if nothing is common.
Diff compare(const ResultTable& old_table, const ResultTable& new_table, const DiffOptions& options);
std::string diff_text(const Diff& diff, const DiffOptions& options);

} // namespace tandem::bench
