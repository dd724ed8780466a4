#include "report/machine/json_document.h"

#include "program/cexpr/c_types.h"
#include "program/cexpr/scalar.h"
#include "report/machine/places.h"
#include "report/text/counterexample_text.h"
#include "report/text/listing.h"
#include "task/outcome_json.h"

#include <fmt/format.h>

namespace tandem::report::machine {

namespace {

using nlohmann::json;

json inputs_json(const Program& program, const task::Counterexample& found, json inputs) {
  for (std::size_t i = 0; i < found.inputs.size(); ++i) {
    const task::InputValue& input = found.inputs[i];
    inputs[i]["type"] = cexpr::c_type(*input.type);
    inputs[i]["value"] = cexpr::scalar_text(program.context(), *input.type, input.bits);
    inputs[i]["place"] = input.edge != nullptr ? place_json(program, input.edge->range.begin) : json();
    if (input.edge != nullptr && input.edge->op.callee != nullptr)
      inputs[i]["function"] = input.edge->op.callee->source_name();
  }
  return inputs;
}

json steps_json(const Program& program, const task::Counterexample& found) {
  json steps = json::array();
  for (const Row& row : listing(program, found.path, found.written).rows) {
    json step{{"text", row.text}, {"depth", row.depth}, {"matters", row.matters}};
    if (row.edge != nullptr) {
      SourcePoint at = row.edge->range.begin;
      step["place"] = place_json(program, at);
      step["function"] = row.edge->function().source_name();
      step["edge"] = row.edge->name;
    }
    for (const Effect& effect : row.effects) {
      if (effect.name.empty())
        step["outcome"] = effect.value;
      else
        step["values"].push_back({{"name", effect.name}, {"value", effect.value}});
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

// `text` as outcome_json wrote it.
json counterexample_json(const Program& program, const task::Counterexample& found, json text) {
  json result{{"inputs", inputs_json(program, found, std::move(text["inputs"]))},
              {"steps", steps_json(program, found)},
              {"confirmed", text["confirmed"]},
              {"remark", found.remark},
              {"target", nullptr}};
  if (found.target != nullptr)
    result["target"] = {{"edge", found.target->name}, {"place", place_json(program, found.target->range.begin)}};
  return result;
}

// `statuses` as outcome_json wrote them, if each target has one.
json targets_json(const VerdictReport& report, json statuses) {
  json result = json::array();
  for (const Finding& finding : findings(report)) {
    json each{{"id", finding.target->name},
              {"state", name(finding.state)},
              {"kind", finding.rule},
              {"sentence", finding.text},
              {"function", finding.place->function().source_name()},
              {"place", place_json(report.program, finding.place->range.begin)}};
    if (!finding.by.empty()) each["by"] = finding.by;
    if (!finding.note.empty()) each["note"] = finding.note;
    if (json& status = statuses[result.size()]; finding.counterexample != nullptr && status.contains("counterexample"))
      each["counterexample"] =
          counterexample_json(report.program, *finding.counterexample, std::move(status["counterexample"]));
    result.push_back(std::move(each));
  }
  return result;
}

json files_json(const Program& program) {
  json result = json::array();
  for (const SourceFile& file : program.files())
    if (!file.sha256.empty()) result.push_back({{"path", file.path}, {"sha256", file.sha256}});
  return result;
}

json notes_json(const Program& program) {
  json result = json::array();
  for (const Note& note : program.notes())
    result.push_back({{"text", note.text}, {"place", place_json(program, note.point)}});
  return result;
}

} // namespace

json json_document(const VerdictReport& report) {
  const Program& program = report.program;
  const task::Outcome& outcome = report.outcome;
  json document = task::to_json(outcome, program);
  document["format"] = 1;
  document["tandem"] = report.version;
  document["engine"] = report.verifier;
  document["command"] = report.command;
  document["exit-code"] = report.exit_code;
  document["property"] = report.property.name;
  document["data-model"] = name(program.data_model());
  document["files"] = files_json(program);
  document["warnings"] = notes_json(program);
  document["targets"] = targets_json(report, std::move(document["targets"]));
  document["resources"] = {
      {"wall-seconds", report.wall_seconds}, {"cpu-seconds", report.cpu_seconds}, {"peak-memory", report.peak_memory}};
  if (outcome.counterexample)
    document["counterexample"] =
        counterexample_json(program, *outcome.counterexample, std::move(document["counterexample"]));
  if (document.contains("invariants"))
    for (std::size_t i = 0; i < document["invariants"].size(); ++i) {
      json& each = document["invariants"][i];
      const Location& location = *program.locations()[each["location"].get<std::size_t>()];
      each["function"] = location.function->source_name();
      const Edge* near = !location.out.empty() ? location.out[0] : !location.in.empty() ? location.in[0] : nullptr;
      each["place"] = near != nullptr ? place_json(program, near->range.begin) : json();
    }
  return document;
}

json error_document(const std::string& message, const TextPosition& position, const std::string& command,
                    int exit_code) {
  json error{{"message", message}, {"place", nullptr}};
  if (!position.file.empty())
    error["place"] = {{"file", position.file}, {"line", position.line}, {"column", position.column}};
  return {
      {"format", 1}, {"verdict", "ERROR"}, {"error", std::move(error)}, {"command", command}, {"exit-code", exit_code}};
}

} // namespace tandem::report::machine
