#include "report/machine/sarif.h"

#include "base/core/sha256.h"
#include "report/machine/places.h"
#include "report/text/counterexample_text.h"
#include "report/text/listing.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem::report::machine {

namespace {

using nlohmann::json;

// Viewers show a flow as a list; the beginning and the end of a longer one are kept.
constexpr std::size_t most_steps = 500;

json message(std::string text) { return {{"text", std::move(text)}}; }

class SarifWriter {
public:
  explicit SarifWriter(const VerdictReport& report)
      : report_(report), findings_(findings(report)), sources_(report.program) {}

  json run() {
    json results = json::array(), notifications = json::array();
    for (const Finding& finding : findings_) {
      if (finding.state == TargetState::Reached) results.push_back(result(finding));
      if (finding.state == TargetState::Open)
        notifications.push_back(
            notification("note", fmt::format("undecided: {} ({})", finding.text, finding.note), finding.place->range));
    }
    for (const Note& note : report_.program.notes())
      notifications.push_back(notification("warning", note.text, {note.point, note.point}));
    return {{"tool", {{"driver", driver()}}},
            {"invocations", json::array({invocation(std::move(notifications))})},
            {"artifacts", artifacts()},
            {"columnKind", "unicodeCodePoints"},
            {"results", std::move(results)}};
  }

private:
  json driver();
  json artifacts() const;
  json invocation(json notifications) const;
  json notification(std::string_view level, std::string text, const SourceRange& range);
  json result(const Finding& finding);
  json code_flow(const task::Counterexample& found);
  json location(const SourceRange& range);

  std::size_t rule_index(const std::string& rule) {
    const auto known = std::ranges::find(rules_, rule);
    if (known != rules_.end()) return static_cast<std::size_t>(known - rules_.begin());
    rules_.push_back(rule);
    return rules_.size() - 1;
  }

  const VerdictReport& report_;
  std::vector<Finding> findings_;
  source::ProgramSources sources_;
  std::vector<std::string> rules_;
};

json SarifWriter::driver() {
  for (const Finding& finding : findings_) rule_index(finding.rule);
  json rules = json::array();
  for (const std::string& rule : rules_)
    rules.push_back({{"id", rule},
                     {"shortDescription", message(rule_text(rule))},
                     {"defaultConfiguration", {{"level", "error"}}},
                     {"properties", {{"tags", {"correctness", "verification"}}, {"precision", "very-high"}}}});
  return {{"name", "tandem"}, {"semanticVersion", report_.version}, {"rules", std::move(rules)}};
}

json SarifWriter::artifacts() const {
  json result = json::array();
  for (const SourceFile& file : report_.program.files())
    if (!file.sha256.empty())
      result.push_back({{"location", {{"uri", path_uri(file.path)}}},
                        {"sourceLanguage", "c"},
                        {"hashes", {{"sha-256", file.sha256}}}});
  return result;
}

json SarifWriter::invocation(json notifications) const {
  json result{{"executionSuccessful", report_.outcome.crash.empty()},
              {"exitCode", report_.exit_code},
              {"exitCodeDescription", report_.result},
              {"toolExecutionNotifications", std::move(notifications)}};
  if (!report_.command.empty()) result["commandLine"] = report_.command;
  return result;
}

json SarifWriter::notification(std::string_view level, std::string text, const SourceRange& range) {
  json each{{"level", level}, {"message", message(std::move(text))}};
  if (range.begin.is_known()) each["locations"] = json::array({location(range)});
  return each;
}

json SarifWriter::location(const SourceRange& range) {
  const std::string& path = report_.program.files()[range.begin.file].path;
  json region{{"startLine", range.begin.line}, {"startColumn", character_column(sources_, range.begin)}};
  const bool has_end = range.end.is_known() && range.end.file == range.begin.file && range.end.line >= range.begin.line;
  if (has_end) {
    region["endLine"] = range.end.line;
    region["endColumn"] = character_column(sources_, range.end);
  }
  return {{"physicalLocation", {{"artifactLocation", {{"uri", path_uri(path)}}}, {"region", std::move(region)}}}};
}

json SarifWriter::code_flow(const task::Counterexample& found) {
  const auto has_place = [](const Row& row) { return row.edge != nullptr && row.edge->range.begin.is_known(); };
  json steps = json::array();
  for (const Row& row :
       shortened(relevant_rows(listing(report_.program, found.path, found.written).rows), most_steps)) {
    if (!has_place(row)) continue;
    json at = location(row.edge->range);
    const std::string remark = row.remark();
    at["message"] = message(remark.empty() ? row.text : row.text + "  // " + remark);
    steps.push_back({{"location", std::move(at)}, {"nestingLevel", row.depth}, {"executionOrder", steps.size() + 1}});
    for (const Effect& effect : row.effects)
      if (!effect.name.empty()) steps.back()["state"][effect.name] = message(effect.value);
  }
  if (steps.empty()) return nullptr;
  const std::string inputs = given_values(report_.program, found);
  return {{"message", message(inputs.empty() ? "there are no inputs" : "inputs: " + inputs)},
          {"threadFlows", json::array({{{"locations", std::move(steps)}}})}};
}

json SarifWriter::result(const Finding& finding) {
  json at = finding.place->range.begin.is_known() ? location(finding.place->range) : json::object();
  at["logicalLocations"] = json::array({{{"name", finding.place->function().source_name()}, {"kind", "function"}}});
  const std::string inputs = given_values(report_.program, *finding.counterexample);
  json each{{"ruleId", finding.rule},
            {"ruleIndex", rule_index(finding.rule)},
            {"kind", "fail"},
            {"level", "error"},
            {"message", message(error_text(finding) + (inputs.empty() ? "" : "; inputs: " + inputs))},
            {"locations", json::array({std::move(at)})},
            {"partialFingerprints", {{"target/v1", sha256(finding.rule + " " + finding.target->name)}}}};
  if (json flow = code_flow(*finding.counterexample); !flow.is_null()) each["codeFlows"] = json::array({flow});
  return each;
}

} // namespace

std::string sarif(const VerdictReport& report) {
  const json log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                 {"version", "2.1.0"},
                 {"runs", json::array({SarifWriter(report).run()})}};
  return log.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace tandem::report::machine
