#include "report/page/regions_section.h"

#include "program/model/target.h"
#include "report/page/table.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>

namespace tandem::report::page {

namespace {

using region::Attempted;

double seconds(std::chrono::milliseconds time) { return static_cast<double>(time.count()) / 1000; }

Table attempts_table(const std::vector<Attempted>& attempts) {
  Table table{.title = "Regions, in the order in which they were tried",
              .columns = {{"Region"},
                          {"Result"},
                          {"Checks", true},
                          {"Proved", true},
                          {"Runs", true},
                          {"Time", true},
                          {"Why checks stay open"}}};
  for (const Attempted& attempt : attempts) {
    const bool all = attempt.open.empty(), none = attempt.proved.empty();
    table.rows.push_back({{.text = attempt.region, .is_code = true},
                          {.text = all    ? "proved"
                                   : none ? "open"
                                          : "in part",
                           .tone = all    ? Tone::Good
                                   : none ? Tone::Open
                                          : Tone::Neutral},
                          number_cell(static_cast<double>(attempt.checks())),
                          number_cell(static_cast<double>(attempt.proved.size())),
                          number_cell(static_cast<double>(attempt.queries)),
                          seconds_cell(seconds(attempt.time)),
                          {.text = attempt.open.empty() ? "" : attempt.reason}});
  }
  return table;
}

std::string place_text(const Program& program, const SourcePoint& at) {
  if (!at.is_known()) return "";
  return fmt::format("{}:{}", std::filesystem::path(program.files()[at.file].path).filename().string(), at.line);
}

// What became of one check.
struct History {
  std::string proved_in;
  std::vector<std::string> failed_in; // with the reason
};

std::map<const Edge*, History> histories(const std::vector<Attempted>& attempts) {
  std::map<const Edge*, History> result;
  for (const Attempted& attempt : attempts) {
    for (const Edge* check : attempt.proved)
      if (result[check].proved_in.empty()) result[check].proved_in = attempt.region;
    for (const Edge* check : attempt.open)
      result[check].failed_in.push_back(
          attempt.reason.empty() ? attempt.region : fmt::format("{} ({})", attempt.region, attempt.reason));
  }
  return result;
}

// A check is a target, or a call of a function in which something stayed open.
std::string what(const Program& program, const Property& property, const Edge& check) {
  if (property.error_functions.is_error_call(check)) return target_of(program, property, check).sentence;
  return fmt::format("the call of {} keeps what it needs",
                     check.op.callee != nullptr ? check.op.callee->source_name() : "a function");
}

// What could not be proved in its own function holds if every call of the function was shown to keep what it needs.
std::string proved_by_calls(const Edge& check, const std::map<const Edge*, History>& all) {
  bool any = false;
  for (const auto& [call, history] : all) {
    if (call->op.callee != &check.function()) continue;
    if (history.proved_in.empty()) return "";
    any = true;
  }
  return any ? "the calls of " + check.function().source_name() : "";
}

// What a proof of everything leaves open was the need of a region that was then proved for arbitrary callers.
Cell status_cell(bool is_proved, task::Verdict verdict) {
  if (is_proved) return {.text = "proved", .tone = Tone::Good};
  return verdict == task::Verdict::True ? Cell{.text = "not needed", .tone = Tone::Neutral}
                                        : Cell{.text = "open", .tone = Tone::Open};
}

Table checks_table(const Program& program, const Property& property, const ShownFiles& shown,
                   const std::vector<Attempted>& attempts, task::Verdict verdict) {
  Table table{.title = "Assertions",
              .intro =
                  "Each is tried in the smallest region around it first, with arbitrary values for what comes from "
                  "outside; where that fails, in the region around that one. A call is checked where something in "
                  "the called function could not be proved for arbitrary callers.",
              .columns = {{"Where"}, {"What has to hold"}, {"Result"}, {"Proved in"}, {"Not proved in"}}};
  std::map<std::uint32_t, std::pair<const Edge*, History>> by_id; // in the order of the program
  const std::map<const Edge*, History> all = histories(attempts);
  for (const auto& [check, history] : all) {
    by_id[check->id] = {check, history};
    if (history.proved_in.empty()) by_id[check->id].second.proved_in = proved_by_calls(*check, all);
  }
  for (const auto& [id, entry] : by_id) {
    const auto& [check, history] = entry;
    const bool is_proved = !history.proved_in.empty();
    table.rows.push_back({{.text = place_text(program, check->range.begin),
                           .number = check->range.begin.line,
                           .place = shown.place(check->range.begin)},
                          {.text = what(program, property, *check)},
                          status_cell(is_proved, verdict),
                          {.text = history.proved_in, .is_code = true},
                          {.text = fmt::format("{}", fmt::join(history.failed_in, "; "))}});
  }
  return table;
}

} // namespace

Section regions_section(const Program& program, const Property& property, const ShownFiles& shown,
                        const std::vector<Attempted>& attempts, task::Verdict verdict) {
  return tables_section("regions", "Regions",
                        {checks_table(program, property, shown, attempts, verdict), attempts_table(attempts)});
}

} // namespace tandem::report::page
