// The assumptions and invariants of an automaton as expressions of a program. The meaning of a text depends on the
// scope in which it is evaluated: that of the location an edge leads to.
#pragma once

#include "base/core/input_error.h"
#include "exchange/gia/gia.h"
#include "program/model/program.h"

#include <unordered_map>
#include <vector>

namespace tandem::exchange {

// The location that an execution reaches with an edge: the callee's entry, or the edge's target.
const Location& location_after(const Edge& edge);
// Whether the text is a condition in the scope after the edge.
bool is_condition_after(const Program& program, const Edge& edge, const std::string& text);

class GiaConditions {
public:
  // Keeps references to both.
  GiaConditions(const Program& program, const Gia& gia) : program_(&program), gia_(&gia) {}

  // The condition in the scope of the location after the edge. After a call through a pointer the callee is not known,
  // so that only globals are visible. Throws InputError; `position` is where the text begins.
  const Expr& read(TextId text, const Edge& edge, const TextPosition& position = {});
  // nullptr if the text is not a condition there.
  const Expr* find(TextId text, const Edge& edge);

private:
  const Program* program_;
  const Gia* gia_;
  std::unordered_map<std::uint64_t, const Expr*> known_; // by text and scope; nullptr: not a condition there
};

// The positions of an automaton's parts in its file; all are empty if there is no file. Line 0: there is no such part.
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
// is not a condition after an edge of its transition (for *: after no edge of the program), and for an invariant of the
// initial state (definition 2 has none).
std::vector<const Edge*> bind_edges(const Program& program, const Gia& gia, GiaConditions& conditions,
                                    const GiaPositions& positions = {});

} // namespace tandem::exchange
