// An edge that is never taken is a goal that an engine proves unreachable. ut that depends on the path is not decided:
// what it says is about all goals behind it, of which the automaton does not know which they are.

#include "testing/automata/check_goals.h"

#include "exchange/gia/plain_gia.h"
#include "testing/goals/goal_program.h"
#include "testing/suite/test_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace tandem::testing::automata {

using analysis::validate::ClaimCheck;
using analysis::validate::ClaimKind;
using analysis::validate::ClaimStatus;
using exchange::Accept;
using exchange::Gia;
using exchange::StateId;

namespace {

constexpr std::uint64_t longest_trace = 1'000'000;

bool enters_ut_otherwise(const Gia& gia, const std::set<std::string>& never) {
  return std::ranges::any_of(gia.transitions(), [&](const Gia::Transition& transition) {
    if (gia.states()[transition.target].accept != Accept::Unreachable) return false;
    return transition.label == Gia::any || !std::ranges::all_of(gia.edges(transition.label), [&](auto edge) {
             return never.contains(gia.edge_name(edge));
           });
  });
}

ClaimCheck check_ut(const Program& program, const Gia& gia, const analysis::validate::EngineQuery& query) {
  ClaimCheck result{.kind = ClaimKind::Unreachable};
  const std::vector<std::string> names = exchange::unreachable_edges(gia);
  const std::set<std::string> never(names.begin(), names.end());
  constexpr std::string_view not_checked = "claims that depend on the path were not checked";
  if (never.empty()) {
    result.text = not_checked;
    return result;
  }
  std::vector<goals::Goal> all;
  for (const std::string& name : never) {
    const Edge* edge = program.find_edge(name);
    all.push_back({goals::GoalKind::Branch, edge->range.begin, name, {edge}});
  }
  std::vector<goals::GoalId> ids(all.size());
  std::iota(ids.begin(), ids.end(), 0u);
  const goals::GoalTable table(program, std::move(all));
  const goals::GoalProgram made = goals::goal_program(program, table, ids);
  const task::Outcome answer = query(made.program, made.property, analysis::confirm::CompiledCheck::Skip);
  result.assumptions = answer.assumptions;
  switch (answer.verdict) {
  case task::Verdict::True:
    result.status = ClaimStatus::Confirmed;
    result.text = fmt::format("no execution takes one of the {} edges", never.size());
    break;
  case task::Verdict::False:
    result.status = ClaimStatus::Refuted;
    result.text = "an execution takes one of the edges";
    if (answer.counterexample)
      for (const task::InputValue& input : answer.counterexample->inputs)
        result.inputs.push_back(semantics::write_value(input.bits, *input.type));
    break;
  case task::Verdict::Unknown: result.text = answer.reason; break;
  }
  if (result.status == ClaimStatus::Confirmed && enters_ut_otherwise(gia, never)) {
    result.status = ClaimStatus::Open;
    result.text += fmt::format("; {}", not_checked);
  }
  return result;
}

// Whether the states that the run's edges lead to include this one. Assumptions are those that the inputs are from.
bool follows(const Gia& gia, const std::vector<const Edge*>& trace, StateId wanted) {
  std::set<StateId> now{gia.initial()};
  for (const Edge* edge : trace) {
    std::set<StateId> next;
    for (const StateId state : now)
      for (const Gia::Transition& transition : gia.out(state)) {
        const auto is_edge = [&](auto name) { return gia.edge_name(name) == edge->name; };
        if (transition.label == Gia::any || std::ranges::any_of(gia.edges(transition.label), is_edge))
          next.insert(transition.target);
      }
    if (next.contains(wanted)) return true;
    now = std::move(next);
  }
  return false;
}

ClaimCheck check_rt(const Program& program, const Gia& gia, StateId state, suite::TestRunner& runner) {
  ClaimCheck result{.kind = ClaimKind::Reached, .subject = gia.states()[state].name};
  result.inputs = analysis::validate::claimed_inputs(program, gia, state);
  semantics::TextInputs inputs(result.inputs, semantics::Exhaustion::Stop);
  const suite::TestRun run =
      runner.run(inputs, {.steps = longest_trace, .trace = longest_trace, .time = std::chrono::milliseconds(10'000)});
  if (follows(gia, run.trace, state)) {
    result.status = ClaimStatus::Confirmed;
    result.text = "a run with its inputs takes this path";
  } else {
    result.text = "a run with the inputs that it names goes another way";
  }
  return result;
}

} // namespace

std::vector<ClaimCheck> check_goals(const Program& program, const Gia& gia,
                                    const analysis::validate::EngineQuery& query,
                                    const analysis::validate::ClaimOptions& options) {
  std::vector<ClaimCheck> result;
  const auto has = [&](Accept accept) {
    return std::ranges::find(gia.states(), accept, &Gia::State::accept) != gia.states().end();
  };
  if (has(Accept::Unreachable)) result.push_back(check_ut(program, gia, query));
  suite::TestRunner runner(program);
  std::size_t checked = 0;
  for (StateId state = 0; state < gia.states().size(); ++state)
    if (gia.states()[state].accept == Accept::Reached && checked++ < options.most_claims)
      result.push_back(check_rt(program, gia, state, runner));
  if (checked > options.most_claims)
    result.push_back({.kind = ClaimKind::Reached,
                      .subject = fmt::format("of {} more tests", checked - options.most_claims),
                      .text = "not checked"});
  return result;
}

} // namespace tandem::testing::automata
