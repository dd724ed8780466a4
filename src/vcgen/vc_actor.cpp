// Unwinds once, then runs every experiment on the same form; the protocol is JSON, written and read in this file.

#include "vcgen/vc_actor.h"

#include "base/core/input_error.h"
#include "vcgen/choose.h"
#include "vcgen/path_ends.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace tandem::vcgen {

using nlohmann::json;

namespace {

constexpr std::array verdicts{ClaimVerdict::Holds, ClaimVerdict::Fails, ClaimVerdict::Unknown, ClaimVerdict::Open};

ClaimVerdict verdict_from(const std::string& text) {
  for (ClaimVerdict verdict : verdicts)
    if (name(verdict) == text) return verdict;
  throw InputError("'" + text + "' is not a verdict");
}

// JSON has no infinity.
json number(double value) { return std::isfinite(value) ? json(value) : json(); }
double number_from(const json& value) {
  return value.is_null() ? std::numeric_limits<double>::infinity() : value.get<double>();
}

Measurement measurement_from(const json& object) {
  Measurement result;
  result.method = method_from(object.at("method").get<std::string>());
  result.lemmas = object.at("lemmas").get<bool>() ? Lemmas::On : Lemmas::Off;
  result.solver = object.at("solver");
  result.problem = object.at("problem");
  result.conditions = object.at("conditions");
  result.dag_nodes = number_from(object.at("dag_nodes"));
  result.tree_nodes = number_from(object.at("tree_nodes"));
  result.generate_seconds = object.at("generate_seconds");
  result.solve_seconds = object.at("solve_seconds");
  result.checked = object.at("checked");
  for (const json& assertion : object.at("assertions"))
    result.assertions.push_back({assertion.at("place"), verdict_from(assertion.at("verdict")), assertion.at("reason")});
  return result;
}

UnwoundReport unwound_from(const json& object) {
  return {.blocks = object.at("blocks"),
          .statements = object.at("statements"),
          .asserts = object.at("asserts"),
          .seconds = object.at("seconds"),
          .assumptions = object.at("assumptions"),
          .unsupported = object.at("not_modelled"),
          .imprecisions = object.at("imprecisions"),
          .every_path_is_cut = object.at("every_path_is_cut")};
}

class VcActor : public task::Actor {
public:
  explicit VcActor(VcRequest request) : request_(std::move(request)) {}

  std::string name() const override { return "vc"; }

  task::Outcome run(const task::Task& task, task::Monitor& monitor) override {
    try {
      return work(task, monitor);
    } catch (const InputError& error) {
      const TextPosition& position = error.position();
      monitor.progress(
          json{{"refused", error.what()}, {"file", position.file}, {"line", position.line}, {"column", position.column}}
              .dump());
      return {};
    }
  }

private:
  task::Outcome work(const task::Task& task, task::Monitor& monitor) {
    BoundedOptions options = request_.bounded;
    options.should_stop = [&monitor] { return monitor.should_stop(); };
    const auto start = std::chrono::steady_clock::now();
    BoundedProgram program(task.program, task.property, options);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    task::Outcome outcome;
    if (program.unwinding().stopped) {
      outcome.reason = "limit reached while unwinding";
      return outcome;
    }
    UnwoundReport unwound = report(program, time.count());
    unwound.every_path_is_cut = is_every_path_cut(program);
    monitor.progress(to_json(unwound).dump());
    for (const Experiment& experiment : request_.experiments)
      monitor.progress(to_json(measure(program, task.property, experiment)).dump());
    if (request_.automatic) monitor.progress(to_json(measure_automatically(program, task, monitor)).dump());
    outcome.verdict = task::Verdict::True; // all experiments are done; their results are in the progress lines
    return outcome;
  }

  Measurement measure_automatically(BoundedProgram& program, const task::Task& task, task::Monitor& monitor) const {
    const Choice choice = choose_method(features(program.form()));
    monitor.progress(json{{"chosen", series_name(choice.method, choice.lemmas)}, {"reason", choice.reason}}.dump());
    Experiment experiment = *request_.automatic;
    experiment.method = choice.method;
    experiment.lemmas = choice.lemmas;
    return measure(program, task.property, experiment);
  }

  // With unwinding assertions the bound is part of what is proved.
  bool is_every_path_cut(BoundedProgram& program) const {
    const Experiment& first = request_.experiments.empty() ? *request_.automatic : request_.experiments.front();
    if (first.beyond == UnwindingPolicy::Assert) return false;
    return path_ends(program, solver_of(first)) == PathEnds::None;
  }

  static UnwoundReport report(const BoundedProgram& program, double seconds) {
    const Features found = features(program.form());
    const symex::Unwinding& unwinding = program.unwinding();
    UnwoundReport result{
        .blocks = found.blocks, .statements = found.statements, .asserts = found.asserts, .seconds = seconds};
    result.assumptions.assign(unwinding.assumptions.begin(), unwinding.assumptions.end());
    for (const symex::UnsupportedTerm& construct : unwinding.unsupported)
      result.unsupported.push_back(construct.text + " at " + program.source().text(construct.edge->range.begin));
    result.imprecisions = unwinding.imprecisions;
    return result;
  }

  VcRequest request_;
};

} // namespace

std::unique_ptr<task::Actor> make_vc_actor(VcRequest request) { return std::make_unique<VcActor>(std::move(request)); }

json to_json(const Measurement& measurement) {
  json assertions = json::array();
  for (const AssertionReport& assertion : measurement.assertions)
    assertions.push_back(
        {{"place", assertion.site}, {"verdict", name(assertion.verdict)}, {"reason", assertion.reason}});
  return {{"method", name(measurement.method)},
          {"lemmas", measurement.lemmas == Lemmas::On},
          {"solver", measurement.solver},
          {"problem", measurement.problem},
          {"conditions", measurement.conditions},
          {"dag_nodes", number(measurement.dag_nodes)},
          {"tree_nodes", number(measurement.tree_nodes)},
          {"generate_seconds", measurement.generate_seconds},
          {"solve_seconds", measurement.solve_seconds},
          {"checked", measurement.checked},
          {"assertions", std::move(assertions)}};
}

json to_json(const UnwoundReport& report) {
  return {{"blocks", report.blocks},
          {"statements", report.statements},
          {"asserts", report.asserts},
          {"seconds", report.seconds},
          {"assumptions", report.assumptions},
          {"not_modelled", report.unsupported},
          {"imprecisions", report.imprecisions},
          {"every_path_is_cut", report.every_path_is_cut}};
}

VcMessage read_message(std::string_view line) {
  const json object = json::parse(line, nullptr, false);
  if (!object.is_object()) return {};
  if (object.contains("refused"))
    return Refusal{object.at("file"), object.at("line"), object.at("column"), object.at("refused")};
  if (object.contains("chosen")) return ChoiceReport{object.at("chosen"), object.at("reason")};
  if (object.contains("method")) return measurement_from(object);
  if (object.contains("blocks")) return unwound_from(object);
  return {};
}

} // namespace tandem::vcgen
