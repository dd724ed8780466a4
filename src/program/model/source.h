// Where things come from in the user's files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

// Line and column count from 1; line 0 means "nowhere" (made by tandem). The file is an index into Program::files().
struct SourcePoint {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool is_known() const { return line != 0; }
  friend bool operator==(const SourcePoint&, const SourcePoint&) = default;
};

struct SourceRange {
  SourcePoint begin;
  SourcePoint end; // first character after the range

  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

// A file that a program's text comes from: the files given by the user first, then headers and the files that line
// markers of preprocessed text name.
struct SourceFile {
  std::string path;
  std::string sha256; // of the files given by the user; empty for the others
};

} // namespace tandem
