#include "report/text/targets_text.h"

#include "base/core/require.h"
#include "report/text/library_calls.h"
#include "report/text/shown_error.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::report {

namespace {

using task::TargetStatus;

std::string status_text(const TargetStatus& status) {
  switch (status.state) {
  case TargetState::Reached: return "reached";
  case TargetState::Unreachable: return status.by.empty() ? "unreachable" : "unreachable, proved by " + status.by;
  case TargetState::Open: return "open";
  }
  unreachable();
}

// Most often there is one for all.
std::string reasons(const std::vector<TargetStatus>& statuses) {
  std::vector<std::string> seen;
  std::string text;
  for (const TargetStatus& status : statuses) {
    if (status.why.empty() || std::ranges::find(seen, status.why) != seen.end()) continue;
    seen.push_back(status.why);
    text += fmt::format("  open: {}\n", status.why);
  }
  return text;
}

struct Row {
  std::string place, what, status;
};

std::string totals(const std::vector<TargetStatus>& statuses) {
  std::string text = fmt::format("Targets: {}", statuses.size());
  for (const TargetState state : {TargetState::Reached, TargetState::Open, TargetState::Unreachable})
    if (const auto count = std::ranges::count(statuses, state, &TargetStatus::state); count > 0)
      text += fmt::format(", {} {}", count, name(state));
  return text + "\n";
}

} // namespace

std::string targets_text(const Program& program, const Property& property, const std::vector<TargetStatus>& statuses,
                         const TargetsTextOptions& options) {
  if (statuses.size() < 2) return "";
  std::vector<Row> rows;
  std::size_t places = 0, whats = 0, omitted = 0, open_in_library = 0, unreachable_in_library = 0;
  const LibraryCode library(program);
  constexpr std::size_t widest = 60;
  for (const TargetStatus& status : statuses) {
    if (status.state != TargetState::Reached && library.contains(status.target->function())) {
      ++(status.state == TargetState::Open ? open_in_library : unreachable_in_library);
      continue;
    }
    if (rows.size() >= options.most_lines && status.state == TargetState::Unreachable) {
      ++omitted;
      continue;
    }
    const Target target = target_of(program, property, *status.target);
    const bool is_check = target.kind == TargetKind::Check && status.counterexample;
    const std::string sentence = is_check ? shown_sentence(program, property, *status.counterexample) : target.sentence;
    const Edge& place = status.counterexample ? shown_at(program, *status.counterexample) : *status.target;
    rows.push_back({program.text(place.range.begin),
                    target.kind == TargetKind::ErrorCall ? sentence : fmt::format("{} {}", name(target.kind), sentence),
                    fmt::format("{} [{}]", status_text(status), target.id())});
    places = std::max(places, rows.back().place.size());
    whats = std::clamp(rows.back().what.size(), whats, widest);
  }
  std::string text = totals(statuses);
  for (const Row& row : rows)
    text += fmt::format("  {:<{}}  {:<{}}  {}\n", row.place, places, row.what, whats, row.status);
  text += reasons(statuses);
  if (open_in_library + unreachable_in_library > 0)
    text +=
        fmt::format("  in models of the C library: {} open, {} unreachable\n", open_in_library, unreachable_in_library);
  if (omitted > 0) text += fmt::format("  and {} more that are unreachable\n", omitted);
  return text;
}

} // namespace tandem::report
