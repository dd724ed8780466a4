#include "testing/automata/goals_gia.h"

#include "analysis/validate/check_gia.h"
#include "exchange/gia/gia_file.h"
#include "exchange/gia/plain_gia.h"
#include "program/cexpr/c_expr.h"
#include "testing/runs/suite_gia.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tandem::testing::automata {

using exchange::Accept;
using exchange::StateId;
using goals::GoalId;

namespace {

std::string text_of(const Expr* expr) {
  return expr == nullptr ? std::string() : cexpr::c_text(*expr, cexpr::ExprStyle::Readable);
}

// Edges of the two programs have names by their place; the same place may have a part of the condition only.
bool is_same(const Edge& a, const Edge& b) {
  return a.op.kind == b.op.kind && a.op.truth == b.op.truth && text_of(a.op.value) == text_of(b.op.value);
}

const Edge* find_same(const Program& program, const Edge& edge) {
  const Edge* found = program.find_edge(edge.name);
  return found != nullptr && is_same(*found, edge) ? found : nullptr;
}

std::vector<const Edge*> unreachable_in(const Program& program, const suite::TestGeneration& generation,
                                        std::vector<std::string>& dropped) {
  std::vector<const Edge*> result;
  std::size_t without = 0;
  for (GoalId id = 0; id < generation.table().goals().size(); ++id) {
    if (generation.table().status(id).state != goals::GoalState::Unreachable) continue;
    std::vector<const Edge*> edges;
    for (const Edge* edge : generation.table().goal(id).edges) edges.push_back(find_same(program, *edge));
    if (std::ranges::find(edges, nullptr) != edges.end())
      ++without;
    else
      result.insert(result.end(), edges.begin(), edges.end());
  }
  if (without > 0)
    dropped.push_back(
        fmt::format("{} goals that are proved unreachable are conditions inside an expression, which have "
                    "no edge in the automaton",
                    without));
  return result;
}

exchange::formats::TestSuite tests_of(const suite::TestGeneration& generation) {
  exchange::formats::TestSuite suite;
  for (const suite::Test& test : generation.tests()) {
    exchange::formats::TestSuite::Case& made = suite.cases.emplace_back();
    made.name = test.name();
    for (const task::InputValue& input : test.inputs)
      made.inputs.push_back(semantics::write_value(input.bits, *input.type));
  }
  return suite;
}

} // namespace

GoalsGia gia_of_goals(const suite::TestGeneration& generation, const Program& program,
                      const goals::Selection& selection, const Property& property) {
  const bool is_about_error = selection.criterion == goals::Criterion::Error;
  exchange::GiaHeader header = exchange::gia_header(program, property, "tandem test");
  const goals::GoalCounts counts = generation.table().counts();
  if (is_about_error && counts.covered == 0 && counts.open == 0)
    return {exchange::gia_of_everything(Accept::Unreachable, std::move(header)), {}};
  if (!is_about_error) header.property = goals::specification(selection, property);
  SuiteReplayOptions options;
  options.aim = is_about_error ? SuiteAim::Error : SuiteAim::Goals;
  GoalsGia result;
  options.unreachable = unreachable_in(program, generation, result.dropped);
  exchange::witness::ConvertedGia made =
      gia_of_suite(tests_of(generation), program, property, std::move(header), options);
  result.gia = std::move(made.gia);
  result.dropped.insert(result.dropped.end(), made.dropped.begin(), made.dropped.end());
  return result;
}

bool is_about_goals(const exchange::Gia& gia) { return gia.header().property.starts_with("COVER"); }

void take_over(suite::TestGeneration& generation, const exchange::Gia& gia, const Program& program) {
  const std::string by = "condition";
  for (StateId state = 0; state < gia.states().size(); ++state) {
    const Accept accept = gia.states()[state].accept;
    if (accept != Accept::Reached && accept != Accept::Candidate) continue;
    semantics::TextInputs inputs(analysis::validate::claimed_inputs(program, gia, state), semantics::Exhaustion::Stop);
    generation.offer(inputs, by, {.steps = 20'000'000});
  }
  const std::vector<std::string> names = exchange::unreachable_edges(gia);
  const std::set<std::string> never(names.begin(), names.end());
  const auto is_never = [&](const Edge* edge) {
    return never.contains(edge->name) && find_same(program, *edge) != nullptr;
  };
  for (const GoalId id : generation.table().open())
    if (std::ranges::all_of(generation.table().goal(id).edges, is_never))
      generation.prove_unreachable(id, by, {"the condition is right about what is unreachable"});
}

} // namespace tandem::testing::automata
