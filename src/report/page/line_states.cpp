// A line is open if some edge of it lies on a path that the condition leaves open, and verified if none does; the way
// to the error overrides both. After FALSE, what is not verified was not looked at, since the search ended.

#include "report/page/line_states.h"

#include "program/pointers/call_graph.h"
#include "report/text/open_parts.h"

#include <set>

namespace tandem::report::page {

namespace {

constexpr std::size_t most_states = 100'000; // of a condition; more would keep the user waiting

// The stronger one wins where a line has several edges.
int rank(LineState state) {
  switch (state) {
  case LineState::None: return 0;
  case LineState::Unreachable: return 1;
  case LineState::NotLookedAt: return 3;
  case LineState::Verified: return 2;
  case LineState::Open: return 4;
  case LineState::Reached: return 5;
  case LineState::NotCovered: return 2;
  case LineState::Covered: return 3;
  case LineState::InPart: return 4;
  }
  return 0;
}

// Of code that may be executed and is not known to be open.
LineState without_open_path(const task::Outcome& outcome, bool condition_is_known) {
  if (outcome.verdict == task::Verdict::True) return LineState::Verified;
  return condition_is_known ? LineState::Verified : LineState::NotLookedAt;
}

} // namespace

void LineMarker::mark(const SourcePoint& at, LineState state) {
  if (!at.is_known() || at.file >= letters_.size()) return;
  std::string& letters = letters_[at.file];
  if (letters.size() < at.line) letters.resize(at.line, static_cast<char>(LineState::None));
  char& letter = letters[at.line - 1];
  if (rank(state) > rank(static_cast<LineState>(letter))) letter = static_cast<char>(state);
}

std::vector<std::string> line_states(const Program& program, const task::Outcome& outcome) {
  const pointers::CallGraph calls(program);
  const bool is_known =
      outcome.verdict != task::Verdict::True && outcome.gia && outcome.gia->states().size() <= most_states;
  const std::optional<OpenEdges> edges = is_known ? open_edges(program, *outcome.gia) : std::nullopt;
  const LineState open = outcome.verdict == task::Verdict::False ? LineState::NotLookedAt : LineState::Open;
  LineMarker marker(program);
  for (const Edge* edge : program.edges()) {
    if (!calls.is_reachable(edge->function()))
      marker.mark(edge->range.begin, LineState::Unreachable);
    else if (edges && edges->open.contains(edge))
      marker.mark(edge->range.begin, open);
    else
      marker.mark(edge->range.begin, edges && !edges->all.contains(edge)
                                         ? LineState::Unreachable
                                         : without_open_path(outcome, edges.has_value()));
  }
  if (outcome.verdict == task::Verdict::False && outcome.counterexample)
    for (const Edge* edge : outcome.counterexample->path) marker.mark(edge->range.begin, LineState::Reached);
  return std::move(marker).finish();
}

} // namespace tandem::report::page
