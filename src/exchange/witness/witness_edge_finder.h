// The edges that a witness refers to by lines, statements and decisions of the source. Producers differ about columns
// and about how a condition is split, so if two readings are possible both are used: witnesses yield candidates, and
// additional candidates are not wrong claims.
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

  // Edges that begin on these lines. The file is identified by the end of its path; all files if the program has no
  // such file.
  Edges on_lines(const std::string& file, std::uint32_t first, std::uint32_t last) const;
  // Edges of the statement that begins there; for column 0, and for a column where none begins, of the first statement
  // on the line.
  Edges of_statement(const std::string& file, std::uint32_t line, std::uint32_t column);
  // The first edges of a statement.
  static Edges beginnings(const Edges& statement);
  // The value of the condition of the edge's if or loop, if the branch alone determines it.
  std::optional<bool> decision(const Edge& edge);

private:
  bool is_in(const Edge& edge, const std::string& file) const;

  const Program& program_;
  source::ProgramSources sources_;
  std::vector<SourcePoint> statements_; // by Edge::id: where the edge's statement begins
};

} // namespace tandem::exchange::witness
