// Where in a program a witness points: lines, statements and decisions of the source as edges. Producers differ about
// columns and about how a condition is split, so where two readings are possible both are taken: what is made from
// witnesses are candidates, and more of them are no wrong claim.
#pragma once

#include "program/model/program.h"
#include "program/source/source_statements.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem::exchange::witness {

class WitnessEdgeFinder {
public:
  explicit WitnessEdgeFinder(const Program& program);

  using Edges = std::vector<const Edge*>; // ordered by id

  // Edges that begin on these lines. The file is known by the end of its path; all files, if the program has no such.
  Edges on_lines(const std::string& file, std::uint32_t first, std::uint32_t last) const;
  // Edges of the statement that begins there; column 0 is the first statement of the line, and so is a column where
  // none begins.
  Edges of_statement(const std::string& file, std::uint32_t line, std::uint32_t column);
  // Those of a statement's edges that it begins with.
  static Edges beginnings(const Edges& statement);
  // Does the branch let the condition of its if or loop be so? nullopt where it does not settle it alone.
  std::optional<bool> decision(const Edge& edge);

private:
  bool is_in(const Edge& edge, const std::string& file) const;

  const Program& program_;
  source::ProgramSources sources_;
  std::vector<SourcePoint> statements_; // by Edge::id: where the edge's statement begins
};

} // namespace tandem::exchange::witness
