#include "report/page/trace_section.h"

#include "base/core/shell_words.h"
#include "report/text/counterexample_text.h"
#include "report/text/listing.h"
#include "report/text/shown_error.h"
#include "task/harness.h"

#include <fmt/format.h>

namespace tandem::report::page {

namespace {

using nlohmann::json;

// Longer ways are shown by their beginning and end.
constexpr std::size_t most_steps = 5'000;

json effects_json(const Row& row) {
  json result = json::array();
  for (const Effect& effect : row.effects) {
    json each{{"name", effect.name}, {"value", effect.value}};
    if (effect.variable != nullptr && effect.variable->is_global()) each["global"] = true;
    result.push_back(std::move(each));
  }
  return result;
}

// Why a branch was taken, as far as the values are known.
std::string because(const Row& row) {
  std::string text;
  for (const auto& [name, value] : row.reads) text += (text.empty() ? "" : ", ") + name + " is " + value;
  return text;
}

json steps_json(std::vector<Row> rows, const ShownFiles& shown) {
  json result = json::array();
  for (const Row& row : shortened(std::move(rows), most_steps)) {
    json step{{"function", row.edge != nullptr ? row.edge->function().source_name() : ""},
              {"depth", row.depth},
              {"activation", row.activation},
              {"text", row.text},
              {"effects", effects_json(row)},
              {"matters", row.matters}};
    for (const Passed& each : row.passed)
      step["passed"].push_back(
          {{"activation", each.activation}, {"name", each.parameter.name}, {"value", each.parameter.value}});
    if (!row.reads.empty()) step["because"] = because(row);
    if (row.edge != nullptr) {
      SourcePoint at = row.edge->range.begin;
      at.line = row.line;
      if (json place = shown.place(at); !place.is_null()) step["place"] = std::move(place);
    }
    result.push_back(std::move(step));
  }
  return result;
}

json inputs_json(const std::vector<ShownInput>& inputs, const ShownFiles& shown) {
  json result = json::array();
  for (const ShownInput& input : inputs) {
    json each{{"value", input.value}, {"text", input.text}, {"matters", input.matters}};
    if (json place = shown.place(input.point); !place.is_null()) each["place"] = std::move(place);
    result.push_back(std::move(each));
  }
  return result;
}

json copies_json(const Program& program, const Property& property, const task::Counterexample& found,
                 const std::vector<std::string>& compiler_args) {
  json result = json::array();
  if (std::string values = given_values(program, found); !values.empty())
    result.push_back({{"label", "Copy the inputs"}, {"text", std::move(values)}});
  const task::Harness harness =
      task::make_harness(program, property, found, {.file = "harness.c", .compiler_args = compiler_args});
  result.push_back({{"label", "Copy the harness (harness.c)"}, {"text", harness.text}});
  std::vector<std::string> words = harness.compiler_words("counterexample", "harness.c");
  words.insert(words.begin(), "gcc");
  result.push_back({{"label", "Copy the gcc line"}, {"text", shell_words(words) + " && ./counterexample"}});
  return result;
}

} // namespace

std::string confirmation_text(const task::Counterexample& found) {
  switch (found.confirmed) {
  case task::Confirmation::None: return "nothing yet";
  case task::Confirmation::Interpreter: return "the interpreter";
  case task::Confirmation::Compiled: return "running the compiled program";
  }
  return "";
}

json trace_json(const VerdictReport& report, const task::Counterexample& found, const ShownFiles& shown) {
  const Program& program = report.program;
  Explanation explanation = explain(program, found);
  const CheckTarget* check = found.target != nullptr ? report.property.failing_check(*found.target) : nullptr;
  const std::string position = found.target != nullptr ? program.text(shown_at(program, found).range.begin) : "";
  const std::string error = check != nullptr ? fmt::format("This does not hold: {}, at {}.",
                                                           shown_sentence(program, report.property, found), position)
                                             : fmt::format("The error is reached at {}.", position);
  return {{"error", error},
          {"confirmed", fmt::format("Confirmed by {}{}.", confirmation_text(found),
                                    found.remark.empty() ? "" : "; " + found.remark)},
          {"inputs", inputs_json(explanation.inputs, shown)},
          {"steps", steps_json(std::move(explanation.rows), shown)},
          {"copies", copies_json(program, report.property, found, report.compiler_args)}};
}

Section trace_section(std::vector<json> traces) {
  const std::string title = traces.size() > 1 ? "The ways to the errors" : "The way to the error";
  return {"trace", title, "trace", {{"errors", std::move(traces)}}};
}

} // namespace tandem::report::page
