#include "report/page/vc_page.h"

#include "report/page/table.h"

#include <fmt/format.h>

#include <set>

namespace tandem::report::page {

namespace {

using nlohmann::json;

json fact(std::string_view label, std::string value) { return {{"label", label}, {"value", std::move(value)}}; }

template <typename Get> std::size_t number_of(const std::vector<VcMeasurement>& rows, const Get& get) {
  std::set<std::string> values;
  for (const VcMeasurement& row : rows) values.insert(get(row));
  return values.size();
}

Section summary_section(const VcStudyReport& report) {
  std::size_t given_up = 0;
  for (const VcMeasurement& row : report.rows) given_up += row.is_solved ? 0 : 1;
  json facts = json::array({
      fact("Programs", std::to_string(number_of(report.rows, [](const VcMeasurement& row) { return row.program; }))),
      fact("Methods", std::to_string(number_of(report.rows, [](const VcMeasurement& row) { return row.method; }))),
      fact("Solvers", std::to_string(number_of(report.rows, [](const VcMeasurement& row) { return row.solver; }))),
      fact("Measurements", fmt::format("{}, {} of them given up", report.rows.size(), given_up)),
      fact("Repetitions", fmt::format("{}{}", report.repeat, report.repeat > 1 ? "; times are medians" : "")),
      fact("Integers", report.theory == "int" ? "without bounds" : "bit-vectors"),
      fact("Machine", report.machine),
      fact("Date", report.date),
  });
  return {"summary",
          "Summary",
          "summary",
          {{"facts", std::move(facts)},
           {"targets", json::array()},
           {"rests", json::array()},
           {"warnings", json::array()},
           {"commands", json::array({fact("The command of this report", report.command)})}}};
}

json row_json(const VcMeasurement& row) {
  return {{"program", row.program},       {"method", row.method},
          {"solver", row.solver},         {"bound", row.bound},
          {"conditions", row.conditions}, {"dag", row.dag_nodes},
          {"tree", row.tree_nodes},       {"generate", row.generate_seconds},
          {"solve", row.solve_seconds},   {"least", row.least_seconds},
          {"most", row.most_seconds},     {"solved", row.is_solved}};
}

Section table_of(const VcStudyReport& report) {
  Table table{.intro = "Every measurement. Sizes are sums over the conditions of a row.",
              .columns = {{"Program"},
                          {"Bound", true},
                          {"Method"},
                          {"Solver"},
                          {"Conditions", true},
                          {"DAG nodes", true},
                          {"Tree nodes", true},
                          {"Generate", true},
                          {"Solve", true},
                          {"Spread", true},
                          {"Verdict"}}};
  for (const VcMeasurement& row : report.rows)
    table.rows.push_back(
        {{.text = row.program},
         number_cell(row.bound),
         {.text = row.method},
         {.text = row.solver},
         number_cell(row.conditions),
         number_cell(row.dag_nodes),
         number_cell(row.tree_nodes),
         {.text = fmt::format("{:.3f} s", row.generate_seconds), .number = row.generate_seconds},
         {.text = row.is_solved ? fmt::format("{:.3f} s", row.solve_seconds) : "", .number = row.solve_seconds},
         {.text = report.repeat > 1 ? fmt::format("{:.3f} - {:.3f} s", row.least_seconds, row.most_seconds) : "",
          .number = row.most_seconds - row.least_seconds},
         {.text = row.verdict,
          .tone = row.verdict.starts_with("holds") ? Tone::Good
                  : row.verdict == "fails"         ? Tone::Bad
                                                   : Tone::Open}});
  return table_section("table", "Table", table);
}

} // namespace

Page vc_page(const VcStudyReport& report) {
  Page page{.title = "Verification conditions",
            .headline = fmt::format("{} measurements", report.rows.size()),
            .sentence = "Sizes of the conditions that each method makes, and the time that solvers need for them.",
            .producer = "tandem " + report.version};
  json rows = json::array();
  for (const VcMeasurement& row : report.rows) rows.push_back(row_json(row));
  page.sections = {summary_section(report), {"plots", "Plots", "vc", {{"rows", std::move(rows)}}}, table_of(report)};
  return page;
}

} // namespace tandem::report::page
