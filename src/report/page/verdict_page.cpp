#include "report/page/verdict_page.h"

#include "report/page/automata_section.h"
#include "report/page/cooperation_section.h"
#include "report/page/line_states.h"
#include "report/page/source_section.h"
#include "report/page/trace_section.h"
#include "report/text/library_calls.h"

#include <fmt/format.h>

#include <filesystem>

namespace tandem::report::page {

namespace {

using nlohmann::json;
using task::Outcome;
using task::Verdict;

Tone tone_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::True: return Tone::Good;
  case Verdict::False: return Tone::Bad;
  case Verdict::Unknown: return Tone::Open;
  }
  return Tone::Neutral;
}

std::string sentence(const VerdictReport& report) {
  const Outcome& outcome = report.outcome;
  switch (outcome.verdict) {
  case Verdict::True:
    if (!outcome.reason.empty()) return outcome.reason;
    return "No execution reaches an error, as far as what the verdict rests on holds.";
  case Verdict::False:
    return fmt::format("There are inputs that lead to an error; they were tried {}.",
                       outcome.counterexample && outcome.counterexample->confirmed == task::Confirmation::Compiled
                           ? "by running the program"
                           : "in an interpreter of C");
  case Verdict::Unknown: return "Undecided: " + outcome.reason;
  }
  return "";
}

std::string producer(const VerdictReport& report) { return "tandem " + report.build; }

json fact(std::string_view label, std::string value) { return {{"label", label}, {"value", std::move(value)}}; }

std::string megabytes(double bytes) { return fmt::format("{:.0f} MB", bytes / 1e6); }

std::string checks_text(const std::vector<CheckKind>& checks) {
  std::string text;
  for (const CheckKind kind : checks) text += (text.empty() ? "" : ", ") + std::string(name(kind));
  return text;
}

json facts(const VerdictReport& report) {
  const Outcome& outcome = report.outcome;
  json result = json::array();
  result.push_back(fact("Result", report.result.starts_with("Result: ") ? report.result.substr(8) : report.result));
  result.push_back(fact("Property", report.property.name));
  if (!report.property.checks.empty()) result.push_back(fact("Checks", checks_text(report.property.checks)));
  result.push_back(fact("Verified by", report.verifier));
  if (outcome.counterexample && outcome.verdict == Verdict::False)
    result.push_back(fact("Confirmed by", confirmation_text(*outcome.counterexample)));
  result.push_back(fact("Time", fmt::format("{:.2f} s, {:.2f} s CPU", report.wall_seconds, report.cpu_seconds)));
  if (report.peak_memory > 0) result.push_back(fact("Memory", megabytes(report.peak_memory)));
  result.push_back(fact("Data model", std::string(name(report.program.data_model()))));
  result.push_back(fact("Version", producer(report)));
  return result;
}

json remarks(const std::vector<std::string>& texts) {
  json result = json::array();
  for (const std::string& text : texts) result.push_back({{"text", text}});
  return result;
}

json warnings(const Program& program, const ShownFiles& shown) {
  json result = json::array();
  for (const Note& note : program.notes()) {
    json warning{{"text", note.text}};
    if (json place = shown.place(note.point); !place.is_null()) warning["place"] = std::move(place);
    result.push_back(std::move(warning));
  }
  return result;
}

// Who decided a target, or why it is open.
std::string how(const Finding& finding) {
  if (finding.by.empty()) return finding.note;
  switch (finding.state) {
  case TargetState::Reached: return "found by " + finding.by;
  case TargetState::Unreachable: return "proved by " + finding.by;
  case TargetState::Open: break;
  }
  return finding.note;
}

// What one wants to know of an error at once: the rest is in its own section.
json short_trace(const json& trace) {
  constexpr std::size_t most = 8;
  json inputs = json::array();
  std::size_t left_out = 0;
  for (const json& input : trace["inputs"]) {
    if (!input["matters"].get<bool>()) continue;
    if (inputs.size() < most)
      inputs.push_back(input);
    else
      ++left_out;
  }
  return {{"text", trace["error"]}, {"inputs", std::move(inputs)}, {"leftOut", left_out}};
}

Section summary_section(const VerdictReport& report, const ShownFiles& shown, json targets, json error) {
  json commands = json::array();
  if (!report.command.empty()) commands.push_back(fact("The command of this report", report.command));
  json data{{"facts", facts(report)},
            {"targets", std::move(targets)},
            {"rests", remarks(report.outcome.assumptions)},
            {"vacuous", remarks(report.outcome.vacuous)},
            {"warnings", warnings(report.program, shown)},
            {"commands", std::move(commands)}};
  if (!error.is_null()) data["error"] = std::move(error);
  return {"summary", "Summary", "summary", std::move(data)};
}

} // namespace

Page verdict_page(const VerdictReport& report) {
  constexpr std::size_t most_traces = 20;
  const ShownFiles shown(report.program);
  json targets = json::array();
  std::vector<Mark> marks;
  std::vector<json> traces;
  const LibraryCode library(report.program);
  std::size_t open_in_library = 0, unreachable_in_library = 0;
  for (const Finding& finding : findings(report)) {
    if (finding.state != TargetState::Reached && library.contains(finding.place->function())) {
      ++(finding.state == TargetState::Open ? open_in_library : unreachable_in_library);
      continue;
    }
    json each{{"text", fmt::format("{} in {}", finding.text, finding.place->function().source_name())},
              {"status", name(finding.state)},
              {"note", how(finding)}};
    if (json place = shown.place(finding.place->range.begin); !place.is_null()) each["place"] = std::move(place);
    if (finding.state == TargetState::Reached)
      marks.push_back({finding.place->range.begin, error_text(finding), Tone::Bad});
    if (finding.counterexample != nullptr && traces.size() < most_traces) {
      each["trace"] = traces.size();
      traces.push_back(trace_json(report, *finding.counterexample, shown));
    }
    targets.push_back(std::move(each));
  }
  if (report.outcome.verdict == Verdict::False && report.outcome.counterexample && traces.empty())
    traces.push_back(trace_json(report, *report.outcome.counterexample, shown));
  Page page{.title = program_title(report.program),
            .headline = std::string(task::name(report.outcome.verdict)),
            .tone = tone_of(report.outcome.verdict),
            .sentence = sentence(report),
            .producer = producer(report)};
  page.sections.push_back(
      summary_section(report, shown, std::move(targets), traces.empty() ? json() : short_trace(traces.front())));
  if (open_in_library + unreachable_in_library > 0)
    page.sections.back().data["inLibrary"] =
        fmt::format("In models of the C library: {} open, {} unreachable.", open_in_library, unreachable_in_library);
  const std::vector<std::string> states = line_states(report.program, report.outcome);
  page.sections.push_back(source_section(report.program, shown, states, marks));
  if (!traces.empty()) page.sections.push_back(trace_section(std::move(traces)));
  if (!report.outcome.partners.empty() || !report.partner_runs.empty())
    page.sections.push_back(cooperation_section(report, shown));
  if (std::optional<Section> automata =
          automata_section(report.program, report.outcome.gia ? &*report.outcome.gia : nullptr, shown, states))
    page.sections.push_back(std::move(*automata));
  return page;
}

} // namespace tandem::report::page
