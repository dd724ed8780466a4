#include "testing/partners/goal_unwinding.h"

#include "program/model/not_understood.h"

#include <utility>

namespace tandem::testing::partners {

using goals::GoalId;
using smt::Term;

std::optional<GoalUnwinding> GoalUnwinder::unwind(const goals::GoalTable& table, std::span<const GoalId> goals,
                                                  std::uint32_t bound, std::function<bool()> should_stop) {
  symex::UnwindOptions options;
  options.bound = bound;
  options.watched.resize(program_.edges().size());
  for (const GoalId goal : goals)
    for (const Edge* edge : table.goal(goal).edges) options.watched[edge->id] = true;
  options.error_functions = understood_property(program_, {}).error_functions; // paths end there for want of a meaning
  options.call_targets = &call_targets_;
  options.deterministic_iterations = 64 * bound * bound;
  options.should_stop = std::move(should_stop);
  GoalUnwinding result{.unwinding = symex::Unwinder(program_, terms_, identities_, std::move(options)).run()};
  const symex::Unwinding& made = result.unwinding;
  if (made.stopped) return std::nullopt;
  std::map<std::uint32_t, std::vector<Term>> by_edge;
  for (const symex::TargetTerm& passed : made.passed) by_edge[passed.edge->id].push_back(passed.guard);
  for (const GoalId goal : goals) {
    std::vector<Term> ways;
    for (const Edge* edge : table.goal(goal).edges)
      if (const auto found = by_edge.find(edge->id); found != by_edge.end())
        ways.insert(ways.end(), found->second.begin(), found->second.end());
    result.guards[goal] = terms_.or_(ways);
  }
  result.valid = terms_.not_(terms_.or_(made.invalid_accesses));
  std::vector<Term> outside;
  for (const symex::BeyondTerm& path : made.beyond) outside.push_back(path.guard);
  for (const symex::TargetTerm& call : made.targets) outside.push_back(call.guard);
  for (const symex::UnsupportedTerm& construct : made.unsupported) outside.push_back(construct.guard);
  result.outside = terms_.or_(outside);
  return result;
}

} // namespace tandem::testing::partners
