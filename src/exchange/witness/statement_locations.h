// Where a statement of the source begins in the control-flow automaton: the correspondence between positions in a
// witness and locations.
//
// Edges have the positions of their expressions, the source has the ranges of its statements; a statement begins at the
// one location that is reached from outside it and left by its edges. If that is not a single location (a jump into its
// middle, code from a macro, a statement without edges), or if other edges leave it too, there is no answer.
#pragma once

#include "program/graph/loops.h"
#include "program/source/source_statements.h"

#include <map>
#include <optional>
#include <vector>

namespace tandem::exchange::witness {

class StatementLocations {
public:
  // Keeps a reference.
  explicit StatementLocations(source::ProgramSources& sources) : sources_(sources) {}

  // Where the statement is about to be executed.
  const Location* before(const Function& function, const source::SourceStatement& statement);
  // Where the condition of a loop is about to be evaluated, in every iteration.
  const Location* loop_head(const Function& function, const source::SourceStatement& loop);

  enum class Kind : std::uint8_t { LoopHead, Before };
  struct StatementPosition {
    Kind kind = Kind::Before;
    const source::SourceStatement* statement = nullptr;
  };
  std::optional<StatementPosition> find(const Location& location);

private:
  struct Outline {
    std::vector<const source::SourceStatement*> statements; // by edge, in the order of Function::edges()
    std::map<const Location*, const source::SourceStatement*>
        loops; // by the single head: the innermost loop statement around the loop
  };

  const Outline& outline(const Function& function);
  void find_loops(const Function& function, Outline& result);
  const source::SourceStatement* statement(const Edge& edge);
  template <typename IsInside> const Location* entrance(const Function& function, const IsInside& is_inside);
  const Location* condition_start(const Function& function, const source::SourceStatement& loop);

  source::ProgramSources& sources_;
  std::map<std::uint32_t, Outline> outlines_; // by Function::id
};

} // namespace tandem::exchange::witness
