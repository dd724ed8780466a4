// Loops are found twice, in the source's statements and in the loop forest of the CFA, and matched: the loop statement
// of a CFA loop is the innermost one that contains all of its edges. Irreducible loops have no single head and no
// answer.

#include "exchange/witness/statement_locations.h"

#include <algorithm>

namespace tandem::exchange::witness {

namespace {

bool is_within(const source::SourceStatement* inner, const source::SourceStatement& outer) {
  while (inner != nullptr && inner != &outer) inner = inner->parent;
  return inner == &outer;
}

const source::SourceStatement* loop_around(const source::SourceStatement* statement) {
  while (statement != nullptr && !statement->is_loop()) statement = statement->parent;
  return statement;
}

} // namespace

const StatementLocations::Outline& StatementLocations::outline(const Function& function) {
  const auto [found, is_new] = outlines_.try_emplace(function.id());
  if (is_new) {
    for (const Edge* edge : function.edges()) found->second.statements.push_back(sources_.statement(*edge));
    find_loops(function, found->second);
  }
  return found->second;
}

void StatementLocations::find_loops(const Function& function, Outline& result) {
  const graph::LoopForest forest(function);
  for (const graph::Loop& loop : forest.loops()) {
    if (!loop.is_reducible()) continue;
    std::optional<const source::SourceStatement*> around;
    for (const Location* member : loop.members)
      for (const Edge* edge : member->out) {
        if (!forest.contains(loop, *edge->to)) continue;
        const source::SourceStatement* inner = loop_around(sources_.statement(*edge));
        if (!around) around = inner;
        while (*around != nullptr && !is_within(inner, **around)) around = loop_around((*around)->parent);
      }
    if (around && *around != nullptr) result.loops[loop.headers.front()] = *around;
  }
}

const source::SourceStatement* StatementLocations::statement(const Edge& edge) {
  const Function& function = edge.function();
  const Outline& known = outline(function);
  return known.statements[edge.id - function.edges().front()->id];
}

// The only location that is left by inside edges and reached by outside ones.
template <typename IsInside>
const Location* StatementLocations::entrance(const Function& function, const IsInside& is_inside) {
  const Location* found = nullptr;
  for (const Location* location : function.locations()) {
    if (std::ranges::none_of(location->out, [&](const Edge* edge) { return is_inside(*edge); })) continue;
    const bool is_reached = location == &function.entry() ||
                            std::ranges::any_of(location->in, [&](const Edge* edge) { return !is_inside(*edge); });
    if (!is_reached) continue;
    const bool is_clear = std::ranges::all_of(location->in, [&](const Edge* edge) { return statement(*edge); }) &&
                          std::ranges::all_of(location->out, [&](const Edge* edge) { return is_inside(*edge); });
    if (found != nullptr || !is_clear) return nullptr;
    found = location;
  }
  return found;
}

const Location* StatementLocations::before(const Function& function, const source::SourceStatement& wanted) {
  const auto is_inside = [&](const Edge& edge) { return is_within(statement(edge), wanted); };
  const Location* found = entrance(function, is_inside);
  if (found == nullptr || !wanted.is_loop()) return found;
  // A further iteration does not pass the keyword.
  return std::ranges::any_of(found->in, [&](const Edge* edge) { return is_inside(*edge); }) ? nullptr : found;
}

const Location* StatementLocations::condition_start(const Function& function, const source::SourceStatement& loop) {
  if (loop.condition.empty()) return nullptr;
  const source::SourceText& text = sources_.text(function.range().begin.file);
  return entrance(function, [&](const Edge& edge) {
    return statement(edge) == &loop && loop.condition.contains(text.offset(edge.range.begin));
  });
}

const Location* StatementLocations::loop_head(const Function& function, const source::SourceStatement& loop) {
  if (const Location* start = condition_start(function, loop)) return start;
  // A constant condition has no edges; the body follows directly.
  if (loop.kind == source::StatementKind::Do) return nullptr;
  const Location* found = nullptr;
  for (const auto& [head, around] : outline(function).loops) {
    if (around != &loop) continue;
    if (found != nullptr) return nullptr;
    found = head;
  }
  if (found == nullptr) return nullptr;
  // The body may begin with a loop that has the same head.
  for (const Edge* edge : found->out)
    for (const source::SourceStatement* inner = loop_around(statement(*edge)); inner != nullptr && inner != &loop;
         inner = loop_around(inner->parent))
      if (condition_start(function, *inner) == found) return nullptr;
  return found;
}

std::optional<StatementLocations::StatementPosition> StatementLocations::find(const Location& location) {
  if (location.out.empty()) return std::nullopt;
  const Function& function = *location.function;
  const source::SourceStatement* first = statement(*location.out.front());
  if (first == nullptr) return std::nullopt;
  if (first->is_loop() && loop_head(function, *first) == &location) return StatementPosition{Kind::LoopHead, first};
  const auto& loops = outline(function).loops;
  if (const auto found = loops.find(&location); found != loops.end())
    if (loop_head(function, *found->second) == &location) return StatementPosition{Kind::LoopHead, found->second};
  if (before(function, *first) == &location) return StatementPosition{Kind::Before, first};
  return std::nullopt;
}

} // namespace tandem::exchange::witness
