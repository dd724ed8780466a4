#include "report/page/verdict_page.h"

#include "report/page/automata_section.h"
#include "report/page/line_states.h"
#include "report/page/source_section.h"
#include "report/page/trace_section.h"

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

std::string title(const Program& program) {
  std::string name;
  std::size_t others = 0;
  for (const SourceFile& file : program.files()) {
    if (file.sha256.empty()) continue;
    if (name.empty())
      name = std::filesystem::path(file.path).filename().string();
    else
      ++others;
  }
  return others == 0 ? name : fmt::format("{} and {} more", name, others);
}

std::string sentence(const VerdictReport& report) {
  const Outcome& outcome = report.outcome;
  switch (outcome.verdict) {
  case Verdict::True: return "No execution reaches an error, as far as what the verdict rests on holds.";
  case Verdict::False: return "There are inputs that lead to an error; they were tried by running the program.";
  case Verdict::Unknown: return "Undecided: " + outcome.reason;
  }
  return "";
}

std::string producer(const VerdictReport& report) { return "tandem " + report.version; }

json fact(std::string_view label, std::string value) { return {{"label", label}, {"value", std::move(value)}}; }

std::string megabytes(double bytes) { return fmt::format("{:.0f} MB", bytes / 1e6); }

json facts(const VerdictReport& report) {
  const Outcome& outcome = report.outcome;
  json result = json::array();
  result.push_back(fact("Result", report.result.starts_with("Result: ") ? report.result.substr(8) : report.result));
  result.push_back(fact("Property", report.property.name));
  result.push_back(fact("Verified by", report.verifier));
  if (outcome.counterexample && outcome.verdict == Verdict::False)
    result.push_back(fact("Confirmed by", confirmation_text(*outcome.counterexample)));
  result.push_back(fact("Time", fmt::format("{:.2f} s, {:.2f} s CPU", report.wall_seconds, report.cpu_seconds)));
  if (report.peak_memory > 0) result.push_back(fact("Memory", megabytes(report.peak_memory)));
  result.push_back(fact("Data model", std::string(name(report.program.data_model()))));
  result.push_back(fact("Program", producer(report)));
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

Section summary_section(const VerdictReport& report, const ShownFiles& shown, json targets) {
  json commands = json::array();
  if (!report.command.empty()) commands.push_back(fact("The command of this report", report.command));
  return {"summary",
          "Summary",
          "summary",
          {{"facts", facts(report)},
           {"targets", std::move(targets)},
           {"rests", remarks(report.outcome.assumptions)},
           {"warnings", warnings(report.program, shown)},
           {"commands", std::move(commands)}}};
}

Section cooperation_section(const Outcome& outcome) {
  json partners = json::array();
  for (const task::Contribution& partner : outcome.partners)
    partners.push_back({{"name", partner.partner},
                        {"verdict", task::name(partner.verdict)},
                        {"what", partner.what},
                        {"commands", partner.commands},
                        {"start", 0},
                        {"wall", partner.wall_seconds},
                        {"cpu", partner.cpu_seconds},
                        {"results", json::array()}});
  return {"cooperation", "Cooperation", "cooperation", {{"story", json::array()}, {"partners", std::move(partners)}}};
}

} // namespace

Page verdict_page(const VerdictReport& report) {
  const ShownFiles shown(report.program);
  json targets = json::array();
  std::vector<Mark> marks;
  for (const Finding& finding : findings(report)) {
    json each{{"text", fmt::format("{} in {}", finding.text, finding.place->function().source_name())},
              {"status", name(finding.state)},
              {"note", finding.note}};
    if (json place = shown.place(finding.place->range.begin); !place.is_null()) each["place"] = std::move(place);
    targets.push_back(std::move(each));
    if (finding.state == TargetState::Reached)
      marks.push_back({finding.place->range.begin, error_text(finding), Tone::Bad});
  }
  Page page{.title = title(report.program),
            .headline = std::string(task::name(report.outcome.verdict)),
            .tone = tone_of(report.outcome.verdict),
            .sentence = sentence(report),
            .producer = producer(report)};
  page.sections.push_back(summary_section(report, shown, std::move(targets)));
  const std::vector<std::string> states = line_states(report.program, report.outcome);
  page.sections.push_back(source_section(report.program, shown, states, marks));
  if (report.outcome.verdict == Verdict::False && report.outcome.counterexample)
    page.sections.push_back(
        trace_section(report.program, report.property, *report.outcome.counterexample, shown, report.compiler_args));
  if (!report.outcome.partners.empty()) page.sections.push_back(cooperation_section(report.outcome));
  if (std::optional<Section> automata =
          automata_section(report.program, report.outcome.gia ? &*report.outcome.gia : nullptr, shown, states))
    page.sections.push_back(std::move(*automata));
  return page;
}

} // namespace tandem::report::page
