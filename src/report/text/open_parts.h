// What a condition leaves open, for the user: which assertions, which functions, how much of the source.
#pragma once

#include "exchange/gia/gia.h"
#include "program/model/property.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tandem::report {

struct OpenParts {
  std::vector<std::string> targets;   // "reach_error() in main, file.c:12:7"
  std::size_t target_count = 0;       // of all
  std::vector<std::string> functions; // that open paths go through
  std::size_t function_count = 0;     // of all that the entry can call
  std::size_t lines = 0, line_count = 0;
};

// The edges of the functions that the entry can call, and those of them that lie on a path that the condition leaves
// open. Nothing if the residual program (transform/reduce/reduce.h) would be too large.
struct OpenEdges {
  std::set<const Edge*> all, open;
};
std::optional<OpenEdges> open_edges(const Program& program, const exchange::Gia& condition);

// Nothing if the residual program would be too large.
std::optional<OpenParts> open_parts(const Program& program, const Property& property, const exchange::Gia& condition);

// A few lines; `nodes` and `closed_nodes` are those of the analysis' reachability graph, 0 if it has none.
std::string open_parts_text(const OpenParts& parts, double nodes, double closed_nodes);

} // namespace tandem::report
