// Branches are processed in reverse order, so that what follows a branch has already been joined as far as possible;
// absorbing repeats until neither successor qualifies. The size of a condition is bounded, because readers of C
// recurse into expressions.

#include "program/cwriter/c_decisions.h"

#include "program/cexpr/c_expr.h"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>

namespace tandem::cwriter {
namespace {

// Parsers recurse into expressions.
constexpr std::size_t most_edges = 200;

bool all_from(const Location& location, const std::vector<const Edge*>& edges) {
  return std::ranges::all_of(location.in,
                             [&](const Edge* edge) { return std::ranges::find(edges, edge) != edges.end(); });
}

std::string text(const Edge& yes) { return "(" + cexpr::c_condition(*yes.op.value, true) + ")"; }

} // namespace

Decisions::Decisions(const Function& function) {
  for (const Location* location : std::views::reverse(function.locations())) {
    if (location->out.size() != 2) continue;
    const Edge &yes = *location->out[0], &no = *location->out[1];
    Decision decision{text(yes), yes.to, no.to, {&yes, &no}};
    while (absorb(decision)) {
    }
    by_head_.emplace(location, std::move(decision));
  }
}

const Decision* Decisions::at(const Location& location) const {
  const auto found = by_head_.find(&location);
  return found == by_head_.end() || is_inside(location) ? nullptr : &found->second;
}

// Joins the decision that begins at one of the successors, if permitted.
bool Decisions::absorb(Decision& decision) {
  for (const Location* end : {decision.yes, decision.no}) {
    const Decision* next = decision.yes == decision.no ? nullptr : at(*end);
    if (next == nullptr || end == &end->function->entry() || !all_from(*end, decision.edges)) continue;
    if (decision.edges.size() + next->edges.size() > most_edges) continue;
    const bool behind_yes = end == decision.yes;
    const Location* other = behind_yes ? decision.no : decision.yes;
    if (next->yes != other && next->no != other) continue;
    // After yes: continue where the second holds (&&); after no: where it does not (||).
    const bool negated = behind_yes ? next->no != other : next->yes != other;
    const std::string second = negated ? "(!" + next->condition + ")" : next->condition;
    const Location* far = next->yes == other ? next->no : next->yes;
    decision.condition = fmt::format("({} {} {})", decision.condition, behind_yes ? "&&" : "||", second);
    (behind_yes ? decision.yes : decision.no) = far;
    decision.edges.insert(decision.edges.end(), next->edges.begin(), next->edges.end());
    inside_.insert(end);
    return true;
  }
  return false;
}

} // namespace tandem::cwriter
