#include "testing/suite/table_json.h"

#include "base/core/require.h"

#include <nlohmann/json.hpp>

namespace tandem::testing::suite {

using nlohmann::ordered_json;

std::string_view name(goals::GoalState state) {
  switch (state) {
  case goals::GoalState::Open: return "open";
  case goals::GoalState::Covered: return "covered";
  case goals::GoalState::Unreachable: return "unreachable";
  }
  unreachable();
}

namespace {

ordered_json goal_json(const TestGeneration& generation, GoalId id) {
  const goals::Goal& goal = generation.table().goal(id);
  const goals::GoalStatus& status = generation.table().status(id);
  ordered_json json{{"goal", id}, {"text", goal.text}};
  if (goal.place.is_known())
    json.update({{"file", generation.program().files()[goal.place.file].path},
                 {"line", goal.place.line},
                 {"column", goal.place.column}});
  json["status"] = name(status.state);
  if (!status.by.empty()) json["by"] = status.by;
  if (status.state == goals::GoalState::Covered) json["test"] = "test-" + std::to_string(status.test);
  if (!status.reason.empty() && status.state == goals::GoalState::Open) json["reason"] = status.reason;
  if (!status.assumptions.empty()) json["assumptions"] = status.assumptions;
  return json;
}

} // namespace

std::string table_json(const TestGeneration& generation, const goals::Selection& selection) {
  const goals::GoalCounts counts = generation.table().counts();
  ordered_json json{{"producer", "tandem"},
                    {"criterion", goals::name(selection.criterion)},
                    {"covered", counts.covered},
                    {"unreachable", counts.unreachable},
                    {"open", counts.open}};
  json["tests"] = ordered_json::array();
  for (const Test& test : generation.tests())
    json["tests"].push_back({{"name", test.name()},
                             {"by", test.by},
                             {"inputs", test.inputs.size()},
                             {"end", semantics::interpreter::name(test.end)},
                             {"covers", test.covers.size()}});
  json["goals"] = ordered_json::array();
  for (GoalId id = 0; id < generation.table().goals().size(); ++id) json["goals"].push_back(goal_json(generation, id));
  if (!generation.table().contradictions().empty()) json["contradictions"] = generation.table().contradictions();
  return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace tandem::testing::suite
