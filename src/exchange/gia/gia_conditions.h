// The assumptions and invariants of an automaton as expressions of a program. What a text means depends on where a run
// stands when it is asked: at the location an edge leads to.
#pragma once

#include "base/core/input_error.h"
#include "exchange/gia/gia.h"
#include "program/model/program.h"

#include <unordered_map>
#include <vector>

namespace tandem::exchange {

// Where an execution goes when it takes an edge: into the callee, or along the edge.
const Location& location_after(const Edge& edge);

class GiaConditions {
public:
  // Keeps references to both.
  GiaConditions(const Program& program, const Gia& gia) : program_(&program), gia_(&gia) {}

  // The condition in the scope of where the edge leads. After a call through a pointer nobody knows the callee, so that
  // only globals have names there. Throws InputError; `place` is where the text begins.
  const Expr& read(TextId text, const Edge& edge, const TextPosition& position = {});
  // nullptr where the text is no condition.
  const Expr* find(TextId text, const Edge& edge);

private:
  const Program* program_;
  const Gia* gia_;
  std::unordered_map<std::uint64_t, const Expr*> known_; // by text and scope; nullptr: no condition there
};

// Where a file says what an automaton has; all are empty for one that comes from no file. Line 0: it says nothing.
struct GiaPositions {
  struct LineColumn {
    std::uint32_t line = 0, column = 0;
  };
  std::string file;
  std::vector<LineColumn> invariants;  // by StateId
  std::vector<LineColumn> labels;      // by position in Gia::transitions()
  std::vector<LineColumn> assumptions; // likewise
};

// The edges of the program by EdgeNameId. Throws InputError for an edge that the program does not have, for a text that
// is no condition after an edge of its transition (after * and no named edge: after any edge at all), and for an
// initial state that has an invariant (definition 2 has none).
std::vector<const Edge*> bind_edges(const Program& program, const Gia& gia, GiaConditions& conditions,
                                    const GiaPositions& positions = {});

} // namespace tandem::exchange
