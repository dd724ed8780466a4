// A program's edges as CPAchecker's condition automata identify them: by the text of their statement, or of their
// condition in brackets. One statement may be several edges here and different ones there, so steps are compared by
// statement: the first edge of a statement is visible, its other edges are silent, and each branch is visible by
// itself.
#pragma once

#include "program/model/program.h"
#include "program/source/source_statements.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::exchange::formats {

class CpaTexts {
public:
  explicit CpaTexts(const Program& program);

  // Runs of white space become one blank; a final semicolon and backquotes are removed.
  static std::string normal(std::string_view text);

  bool is_visible(const Edge& edge) const { return visible_[edge.id]; }
  bool is_branch(const Edge& edge) const;
  const std::string& text(const Edge& edge) const { return texts_[edge.id]; } // as in the source; of visible edges
  // Visible edges with this normal text.
  const std::vector<const Edge*>& edges(const std::string& normal_text) const;
  // Whether the edge is the only one of its statement.
  bool is_alone(const Edge& edge) const { return alone_[edge.id]; }

  // Silent edges that may follow the edge before the next visible one, and those visible ones.
  struct Following {
    std::set<std::uint32_t> silent, visible; // by Edge::id
  };
  Following following(const Edge& edge) const;

  // Whether a statement may be followed by another one with the same text, or by itself.
  bool is_ambiguous(const std::string& normal_text);

  // Where a text occurs that belongs to no edge.
  enum class Occurrence { Nowhere, OutsideFunctions, Jump, Inside };
  Occurrence occurrence(const std::string& normal_text) const;
  // The text before a function's body.
  std::string header(const Function& function);

private:
  void add_edge(const Edge& edge);
  void add_source(std::uint32_t file);

  const Program& program_;
  source::ProgramSources sources_;
  std::vector<std::string> texts_;                                  // by Edge::id
  std::vector<bool> visible_, alone_;                               // by Edge::id
  std::map<std::string, std::vector<const Edge*>> by_text_;         // normal texts
  std::map<const Function*, std::vector<const Location*>> returns_; // where execution continues after calls
  std::map<std::string, bool> ambiguous_;
  std::string inside_, outside_; // normal texts of the files: complete, and without the bodies of functions
};

} // namespace tandem::exchange::formats
