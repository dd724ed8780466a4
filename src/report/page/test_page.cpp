#include "report/page/test_page.h"

#include "report/page/coverage_lines.h"
#include "report/page/table.h"
#include "report/text/listing.h"
#include "testing/suite/table_json.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

namespace tandem::report::page {

namespace {

using nlohmann::json;
using testing::goals::Goal;
using testing::goals::GoalCounts;
using testing::goals::GoalId;
using testing::goals::GoalState;
using testing::goals::GoalStatus;
using testing::suite::Test;

Tone tone_of(GoalState state) {
  switch (state) {
  case GoalState::Open: return Tone::Open;
  case GoalState::Covered: return Tone::Good;
  case GoalState::Unreachable: return Tone::Neutral;
  }
  return Tone::Neutral;
}

std::string_view word_of(GoalState state) {
  return state == GoalState::Unreachable ? "proved unreachable" : testing::suite::name(state);
}

double share(const GoalCounts& counts, std::size_t all) {
  return all == 0 ? 100.0 : 100.0 * static_cast<double>(counts.covered) / static_cast<double>(all);
}

json fact(std::string_view label, std::string value) { return {{"label", label}, {"value", std::move(value)}}; }

std::set<std::string> assumptions(const testing::goals::GoalTable& table) {
  std::set<std::string> all;
  for (GoalId id = 0; id < table.goals().size(); ++id)
    all.insert(table.status(id).assumptions.begin(), table.status(id).assumptions.end());
  return all;
}

Section summary_section(const TestReport& report) {
  const testing::goals::GoalTable& table = report.generation.table();
  const GoalCounts counts = table.counts();
  const std::size_t all = table.goals().size();
  json facts = json::array(
      {fact("Coverage", fmt::format("{:.1f} % of {} {}", share(counts, all), all,
                                    testing::goals::name(report.selection.criterion))),
       fact("Covered", std::to_string(counts.covered)), fact("Proved unreachable", std::to_string(counts.unreachable)),
       fact("Open", std::to_string(counts.open)),
       fact("Tests", fmt::format("{} in {}", report.generation.tests().size(), report.suite)),
       fact("Ended", report.result.end),
       fact("Time", fmt::format("{:.2f} s, {:.2f} s CPU", report.wall_seconds, report.cpu_seconds)),
       fact("Version", "tandem " + report.version)});
  if (report.peak_memory > 0) facts.push_back(fact("Memory", fmt::format("{:.0f} MB", report.peak_memory / 1e6)));
  json rests = json::array(), warnings = json::array();
  for (const std::string& text : assumptions(table)) rests.push_back({{"text", "proofs: " + text}});
  for (const std::string& text : table.contradictions()) warnings.push_back({{"text", "contradiction: " + text}});
  return {"summary",
          "Summary",
          "summary",
          {{"facts", std::move(facts)},
           {"targets", json::array()},
           {"rests", std::move(rests)},
           {"warnings", std::move(warnings)},
           {"commands", json::array({fact("The command of this report", report.command)})}}};
}

// How a goal was decided, or why it was not.
std::string how(const GoalStatus& status) {
  if (status.state == GoalState::Open) return status.reason.empty() ? "not decided in the time given" : status.reason;
  return fmt::format("{}, after {:.2f} s", status.by, status.seconds);
}

// With the name of the file where there are several.
std::string place_text(const Program& program, const SourcePoint& place, std::size_t files) {
  const std::string name = std::filesystem::path(program.files()[place.file].path).filename().string();
  return files > 1 ? fmt::format("{}:{}", name, place.line) : fmt::format("line {}", place.line);
}

Section goals_section(const TestReport& report, const ShownFiles& shown) {
  const testing::goals::GoalTable& table = report.generation.table();
  Table goals{.intro = "What the suite should execute. A covered goal names the test that covers it first.",
              .columns = {{"Where"}, {"Goal"}, {"Status"}, {"Test"}, {"By"}}};
  for (GoalId id = 0; id < table.goals().size(); ++id) {
    const Goal& goal = table.goal(id);
    const GoalStatus& status = table.status(id);
    const bool is_covered = status.state == GoalState::Covered;
    goals.rows.push_back({{.text = place_text(report.generation.program(), goal.place, shown.files().size()),
                           .number = goal.place.line,
                           .place = shown.place(goal.place)},
                          {.text = goal.text, .is_code = true},
                          {.text = std::string(word_of(status.state)), .tone = tone_of(status.state)},
                          {.text = is_covered ? fmt::format("test-{}", status.test) : "",
                           .number = is_covered ? static_cast<double>(status.test) : 0,
                           .link = is_covered ? "#tests" : ""},
                          {.text = how(status)}});
  }
  return table_section("goals", "Goals", goals);
}

std::string inputs_text(const Program& program, const Test& test) {
  constexpr std::size_t most = 60;
  std::string text;
  for (std::size_t i = 0; i < std::min(test.inputs.size(), most); ++i) {
    const task::InputValue& input = test.inputs[i];
    text += (i == 0 ? "" : ", ") + value_text(program.context(), *input.type, input.bits);
  }
  if (test.inputs.size() > most) text += fmt::format(", and {} more", test.inputs.size() - most);
  return text.empty() ? "none" : text;
}

Section tests_section(const TestReport& report) {
  Table tests{.title = "Tests",
              .intro = "Every test has been run; its goals are those that the run executed.",
              .columns = {{"Test"}, {"Inputs, in order"}, {"Goals", true}, {"Steps", true}, {"End"}, {"Found by"}}};
  for (const Test& test : report.generation.tests())
    tests.rows.push_back({{.text = test.name(), .number = static_cast<double>(test.number)},
                          {.text = inputs_text(report.generation.program(), test), .is_code = true},
                          number_cell(static_cast<double>(test.covers.size())),
                          number_cell(static_cast<double>(test.steps)),
                          {.text = std::string(semantics::interpreter::name(test.end))},
                          {.text = test.by}});
  Table partners{
      .title = "Partners",
      .intro = "They work in turns on one table of goals: what one decides, the others leave alone.",
      .columns = {{"Partner"}, {"Turns", true}, {"Covered", true}, {"Unreachable", true}, {"CPU time", true}}};
  for (const testing::loop::PartnerRecord& partner : report.result.partners)
    partners.rows.push_back({{.text = partner.name, .is_code = true},
                             number_cell(static_cast<double>(partner.slices)),
                             number_cell(static_cast<double>(partner.covered)),
                             number_cell(static_cast<double>(partner.unreachable)),
                             seconds_cell(partner.seconds)});
  return tables_section("tests", "Tests", {tests, partners});
}

std::vector<Mark> marks_of(const testing::goals::GoalTable& table) {
  std::vector<Mark> marks;
  for (GoalId id = 0; id < table.goals().size(); ++id) {
    const GoalState state = table.status(id).state;
    if (state != GoalState::Covered)
      marks.push_back(
          {table.goal(id).place, fmt::format("{}: {}", word_of(state), table.goal(id).text), tone_of(state)});
  }
  return marks;
}

} // namespace

Page test_page(const TestReport& report) {
  const Program& program = report.generation.program();
  const testing::goals::GoalTable& table = report.generation.table();
  const GoalCounts counts = table.counts();
  const std::size_t all = table.goals().size();
  const ShownFiles shown(program);
  const std::size_t tests = report.generation.tests().size();
  Page page{.title = shown.files().empty() ? "tests" : program_title(program),
            .headline = fmt::format("{:.1f} %", share(counts, all)),
            .tone = counts.open == 0 ? Tone::Good : Tone::Open,
            .sentence = fmt::format("{} {} of {} goals; {} proved unreachable, {} open.",
                                    tests == 1 ? "1 test covers" : fmt::format("{} tests cover", tests), counts.covered,
                                    all, counts.unreachable, counts.open),
            .producer = "tandem " + report.version};
  const CoverageLines lines = coverage_lines(report.generation);
  page.sections = {summary_section(report), source_section(program, shown, lines.states, marks_of(table), lines.hits),
                   goals_section(report, shown), tests_section(report)};
  return page;
}

} // namespace tandem::report::page
