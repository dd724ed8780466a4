// Lines of C text with their origin: #line directives to the user's source, and a map from lines to the edges they were
// written for.
#pragma once

#include "program/model/program.h"

#include <string>
#include <vector>

namespace tandem::cwriter {

enum class LineDirectives : std::uint8_t { On, Off };

struct LineEntry {
  std::uint32_t line = 0; // counted from 1, directives included
  std::vector<const Edge*> edges;
};

class CLines {
public:
  CLines(const std::vector<SourceFile>& files, LineDirectives directives) : files_(files), directives_(directives) {}

  // One line of text, without its line break. A directive precedes it if a compiler would otherwise attribute it to
  // another line.
  void add(const std::string& text, SourcePoint point = {}, std::vector<const Edge*> edges = {});
  // Text of any number of lines that corresponds to no position in the source.
  void add_block(const std::string& text);

  const std::string& text() const { return text_; }
  std::uint32_t count() const { return count_; }
  // With line numbers as if `before` lines preceded the text.
  std::vector<LineEntry> map_after(std::uint32_t before) const;

private:
  void direct_to(SourcePoint point);
  void put(const std::string& line);

  const std::vector<SourceFile>& files_;
  LineDirectives directives_;
  std::string text_;
  std::uint32_t count_ = 0;
  SourcePoint expected_; // what a compiler assumes for the next line; unknown at the start
  std::vector<LineEntry> map_;
};

} // namespace tandem::cwriter
