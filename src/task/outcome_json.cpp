// Edges are written by name, types and locations by number, invariants as C text. An invariant is written only if its
// text can be read back at its location: losing an invariant is better than losing the verdict.

#include "task/outcome_json.h"

#include "base/core/input_error.h"
#include "program/cexpr/c_expr.h"
#include "program/model/arguments.h"
#include "program/text/expr_reader.h"
#include "task/allocation_inputs.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace tandem::task {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 5> input_kinds{"nondet", "undefined-function", "uninitialised", "unspecified",
                                                      "environment"};
constexpr std::array<std::string_view, 3> confirmations{"none", "interpreter", "compiled"};
constexpr std::array<std::string_view, 3> verdicts{"TRUE", "FALSE", "UNKNOWN"};
constexpr std::array<std::string_view, 3> target_states{"open", "reached", "unreachable"};

template <typename Enum, std::size_t n>
Enum read(const std::array<std::string_view, n>& names, const std::string& text) {
  for (std::size_t i = 0; i < n; ++i)
    if (names[i] == text) return static_cast<Enum>(i);
  throw InputError(fmt::format("'{}' is not one of {}", text, fmt::join(names, ", ")));
}

// Wider than JSON's numbers, hence text.
std::string hexadecimal(UInt128 bits) {
  const auto high = static_cast<std::uint64_t>(bits >> 64), low = static_cast<std::uint64_t>(bits);
  return high == 0 ? fmt::format("{:#x}", low) : fmt::format("{:#x}{:016x}", high, low);
}

UInt128 from_hexadecimal(const std::string& text) {
  UInt128 result = 0;
  for (char c : text.substr(2)) {
    const int digit = c <= '9' ? c - '0' : c - 'a' + 10;
    result = result << 4 | static_cast<unsigned>(digit);
  }
  return result;
}

json edge_json(const Edge* edge) { return edge == nullptr ? json() : json(edge->name); }

const Edge* edge_from(const json& name, const Program& program) {
  if (name.is_null()) return nullptr;
  const Edge* edge = program.find_edge(name.get<std::string>());
  if (edge == nullptr) throw InputError("the program has no edge '" + name.get<std::string>() + "'");
  return edge;
}

json counterexample_json(const Counterexample& found, const Program& program) {
  const std::vector<std::string> allocations = allocation_texts(program, found);
  json inputs = json::array();
  for (std::size_t i = 0; i < found.inputs.size(); ++i) {
    const InputValue& input = found.inputs[i];
    inputs.push_back({{"kind", input_kinds[static_cast<std::size_t>(input.kind)]},
                      {"type", input.type->id()},
                      {"bits", hexadecimal(input.bits)},
                      {"edge", edge_json(input.edge)}});
    if (!allocations[i].empty()) inputs.back()["meaning"] = allocations[i];
    if (input.variable != nullptr && is_argument_texts(*input.variable))
      inputs.back()["argument-offset"] = input.offset;
  }
  json path = json::array();
  for (const Edge* edge : found.path) path.push_back(edge->name);
  json written = json::array();
  for (const WrittenValue& value : found.written)
    written.push_back({value.step, edge_json(value.edge), hexadecimal(value.bits)});
  return {{"target", edge_json(found.target)},
          {"inputs", std::move(inputs)},
          {"path", std::move(path)},
          {"written", std::move(written)},
          {"confirmed", confirmations[static_cast<std::size_t>(found.confirmed)]},
          {"remark", found.remark}};
}

Counterexample counterexample_from(const json& text, const Program& program) {
  Counterexample found;
  found.target = edge_from(text.at("target"), program);
  found.confirmed = read<Confirmation>(confirmations, text.at("confirmed"));
  found.remark = text.at("remark");
  for (const json& edge : text.at("path")) found.path.push_back(edge_from(edge, program));
  for (const json& value : text.at("written"))
    found.written.push_back({value.at(0), edge_from(value.at(1), program), from_hexadecimal(value.at(2))});
  const auto& types = program.context().types().all();
  for (const json& input : text.at("inputs")) {
    const std::size_t type = input.at("type");
    if (type >= types.size()) throw InputError("the program has no type number " + std::to_string(type));
    found.inputs.push_back({.kind = read<InputKind>(input_kinds, input.at("kind")),
                            .type = &types[type],
                            .bits = from_hexadecimal(input.at("bits")),
                            .edge = edge_from(input.at("edge"), program)});
    if (!input.contains("argument-offset")) continue;
    const auto& locals = program.entry().locals();
    const auto texts = std::ranges::find_if(locals, [](const Variable* local) { return is_argument_texts(*local); });
    if (texts == locals.end()) throw InputError("the program is passed no texts");
    found.inputs.back().variable = *texts;
    found.inputs.back().offset = input.at("argument-offset");
  }
  return found;
}

// The names of the model are unique, so no scope can hide one.
const Expr& read_exact(const std::string& text, const Location& location, const Program& program) {
  text::ExprScope scope = text::ExprScope::at(program, location);
  scope.names = text::Names::Model;
  return text::read_condition(scope, text);
}

bool reads_back(const std::string& text, const exchange::LocationInvariant& invariant, const Program& program) {
  const auto& locations = program.locations();
  const std::uint32_t id = invariant.location->id;
  if (id >= locations.size() || locations[id] != invariant.location) return false; // of a program derived from this one
  try {
    read_exact(text, *invariant.location, program);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

json invariants_json(const std::vector<exchange::LocationInvariant>& invariants, const Program& program) {
  json result = json::array();
  for (const exchange::LocationInvariant& each : invariants) {
    const std::string text = cexpr::c_text(*each.condition);
    if (reads_back(text, each, program)) result.push_back({{"location", each.location->id}, {"condition", text}});
  }
  return result;
}

std::vector<exchange::LocationInvariant> invariants_from(const json& list, const Program& program) {
  std::vector<exchange::LocationInvariant> result;
  for (const json& each : list) {
    const std::size_t id = each.at("location");
    if (id >= program.locations().size()) throw InputError("the program has no location number " + std::to_string(id));
    const Location& location = *program.locations()[id];
    result.push_back({&location, &read_exact(each.at("condition"), location, program)});
  }
  return result;
}

json partners_json(const std::vector<Contribution>& partners) {
  json result = json::array();
  for (const Contribution& partner : partners) {
    result.push_back({{"partner", partner.partner},
                      {"verdict", name(partner.verdict)},
                      {"what", partner.what},
                      {"commands", partner.commands},
                      {"wall-seconds", partner.wall_seconds},
                      {"cpu-seconds", partner.cpu_seconds}});
    if (!partner.crash.empty()) result.back()["crash"] = partner.crash;
  }
  return result;
}

std::vector<Contribution> partners_from(const json& list) {
  std::vector<Contribution> result;
  for (const json& partner : list)
    result.push_back({.partner = partner.at("partner"),
                      .verdict = read<Verdict>(verdicts, partner.at("verdict")),
                      .what = partner.at("what"),
                      .commands = partner.at("commands").get<std::vector<std::string>>(),
                      .wall_seconds = partner.at("wall-seconds"),
                      .cpu_seconds = partner.at("cpu-seconds"),
                      .crash = partner.value("crash", "")});
  return result;
}

TargetStatus read_status(const json& text, const Program& program) {
  TargetStatus status{.target = edge_from(text.at("id"), program),
                      .state = read<TargetState>(target_states, text.at("state")),
                      .by = text.value("by", ""),
                      .why = text.value("why", "")};
  if (text.contains("counterexample")) status.counterexample = counterexample_from(text["counterexample"], program);
  if (text.contains("assumptions")) status.assumptions = text["assumptions"].get<std::vector<std::string>>();
  return status;
}

} // namespace

json to_json(const TargetStatus& status, const Program& program) {
  json result{{"id", edge_json(status.target)}, {"state", target_states[static_cast<std::size_t>(status.state)]}};
  if (!status.by.empty()) result["by"] = status.by;
  if (!status.why.empty()) result["why"] = status.why;
  if (!status.assumptions.empty()) result["assumptions"] = status.assumptions;
  if (status.counterexample) result["counterexample"] = counterexample_json(*status.counterexample, program);
  return result;
}

TargetStatus target_status_from_json(const json& text, const Program& program) {
  try {
    return read_status(text, program);
  } catch (const json::exception& error) {
    throw InputError(std::string("not a target's status: ") + error.what());
  }
}

json to_json(const Outcome& outcome, const Program& program) {
  json result{{"verdict", name(outcome.verdict)},
              {"reason", outcome.reason},
              {"assumptions", outcome.assumptions},
              {"statistics", outcome.statistics}};
  if (!outcome.vacuous.empty()) result["vacuous"] = outcome.vacuous;
  if (outcome.rests_on_condition) result["rests-on-condition"] = true;
  if (!outcome.learnt_from.empty()) result["learnt-from"] = outcome.learnt_from;
  if (!outcome.trusts.empty()) result["trusts"] = outcome.trusts;
  if (!outcome.crash.empty()) result["crash"] = outcome.crash;
  if (!outcome.invariants.empty()) result["invariants"] = invariants_json(outcome.invariants, program);
  if (!outcome.partners.empty()) result["partners"] = partners_json(outcome.partners);
  if (outcome.counterexample) result["counterexample"] = counterexample_json(*outcome.counterexample, program);
  for (const TargetStatus& status : outcome.targets) result["targets"].push_back(to_json(status, program));
  return result;
}

Outcome outcome_from_json(const json& text, const Program& program) {
  try {
    Outcome outcome;
    outcome.verdict = read<Verdict>(verdicts, text.at("verdict"));
    outcome.reason = text.at("reason");
    outcome.assumptions = text.at("assumptions").get<std::vector<std::string>>();
    outcome.vacuous = text.value("vacuous", std::vector<std::string>());
    outcome.rests_on_condition = text.value("rests-on-condition", false);
    outcome.learnt_from = text.value("learnt-from", std::vector<std::string>());
    outcome.trusts = text.value("trusts", std::vector<std::string>());
    outcome.crash = text.value("crash", "");
    outcome.statistics = text.at("statistics").get<std::map<std::string, double>>();
    if (text.contains("invariants")) outcome.invariants = invariants_from(text["invariants"], program);
    if (text.contains("partners")) outcome.partners = partners_from(text["partners"]);
    if (text.contains("counterexample")) outcome.counterexample = counterexample_from(text["counterexample"], program);
    if (text.contains("targets"))
      for (const json& status : text["targets"]) outcome.targets.push_back(read_status(status, program));
    return outcome;
  } catch (const json::exception& error) {
    throw InputError(std::string("not an outcome: ") + error.what());
  }
}

} // namespace tandem::task
