// A line that no test executes is unreachable if every way to it takes an edge of a goal that was proved unreachable.

#include "report/page/coverage_lines.h"

#include "program/pointers/call_graph.h"
#include "report/page/line_states.h"

#include <set>

namespace tandem::report::page {

namespace {

using testing::goals::GoalId;
using testing::goals::GoalState;

// By location id: whether control may get there without an edge that is proved unreachable.
std::vector<bool> may_be_reached(const Program& program, const std::vector<bool>& excluded) {
  const pointers::CallGraph calls(program);
  std::vector<bool> reached(program.locations().size());
  std::vector<const Location*> work;
  const auto visit = [&](const Location& location) {
    if (reached[location.id]) return;
    reached[location.id] = true;
    work.push_back(&location);
  };
  // Where calls are not seen here: what the library calls back, and what runs before and after the entry function.
  const std::vector<bool> has_address = pointers::functions_with_address(program);
  for (const Function* function : program.functions())
    if (function->has_body() && calls.is_reachable(*function) &&
        (has_address[function->id()] || calls.calls_of(*function).empty()))
      visit(function->entry());
  while (!work.empty()) {
    const Location& at = *work.back();
    work.pop_back();
    for (const Edge* edge : at.out) {
      if (excluded[edge->id]) continue;
      visit(*edge->to);
      if (edge->op.kind != OpKind::Call) continue;
      for (const Function* callee : calls.callees(*edge))
        if (callee->has_body()) visit(callee->entry());
    }
  }
  return reached;
}

} // namespace

CoverageLines coverage_lines(testing::suite::TestGeneration& generation) {
  const Program& program = generation.program();
  const testing::goals::GoalTable& table = generation.table();
  std::vector<bool> excluded(program.edges().size()), executed(program.edges().size());
  CoverageLines result;
  result.hits.resize(program.files().size());
  for (const testing::suite::Test& test : generation.tests()) {
    const testing::suite::TestRun run = generation.runner().run(test.values());
    std::set<std::pair<std::uint32_t, std::uint32_t>> lines;
    for (const Edge* edge : program.edges()) {
      if (!run.visited[edge->id]) continue;
      executed[edge->id] = true;
      if (edge->range.begin.is_known()) lines.emplace(edge->range.begin.file, edge->range.begin.line);
    }
    for (const auto& [file, line] : lines) ++result.hits[file][line];
  }
  LineMarker marker(program);
  for (GoalId id = 0; id < table.goals().size(); ++id) {
    if (table.status(id).state == GoalState::Unreachable)
      for (const Edge* edge : table.goal(id).edges) excluded[edge->id] = true;
    const SourcePoint& at = table.goal(id).place;
    const bool is_executed = at.is_known() && result.hits[at.file].contains(at.line);
    if (is_executed && table.status(id).state != GoalState::Covered) marker.mark(at, LineState::InPart);
  }
  const std::vector<bool> reached = may_be_reached(program, excluded);
  for (const Edge* edge : program.edges()) {
    const LineState state = executed[edge->id]                               ? LineState::Covered
                            : reached[edge->from->id] && !excluded[edge->id] ? LineState::NotCovered
                                                                             : LineState::Unreachable;
    marker.mark(edge->range.begin, state);
  }
  result.states = std::move(marker).finish();
  return result;
}

} // namespace tandem::report::page
