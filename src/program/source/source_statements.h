// Where statements begin and end in the user's own text. Edges have the positions of expressions; witnesses, listings
// and reports refer to statements.
//
// A parser that knows only the outline of C: blocks, control statements, labels, and everything else up to its
// semicolon. It does not expand macros; a function whose braces do not balance has no statements here.
#pragma once

#include "program/model/program.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::source {

enum class StatementKind : std::uint8_t { Plain, Block, If, While, Do, For, Switch };

// A part of a text, by offsets.
struct TextRange {
  std::size_t begin = 0, end = 0;

  bool empty() const { return begin == end; }
  bool contains(std::size_t at) const { return begin <= at && at < end; }
};

struct SourceStatement {
  StatementKind kind = StatementKind::Plain;
  TextRange range;     // without labels in front of it
  TextRange condition; // of If, While, Do, For, Switch, without parentheses; empty if there is none
  const SourceStatement* parent = nullptr;

  bool is_loop() const {
    return kind == StatementKind::While || kind == StatementKind::Do || kind == StatementKind::For;
  }
};

// A file's text with positions.
class SourceText {
public:
  SourceText(std::string text, std::uint32_t file);

  const std::string& text() const { return text_; }
  std::size_t offset(SourcePoint point) const; // at most the text's size
  SourcePoint point(std::size_t offset) const;
  std::string_view line(std::uint32_t number) const; // without its end; empty if there is none
  // Names that the text itself defines as macros, sorted.
  const std::vector<std::string>& macros() const { return macros_; }

private:
  void find_macros();

  std::string text_;
  std::uint32_t file_;
  std::vector<std::size_t> lines_; // where they begin
  std::vector<std::string> macros_;
};

class FunctionStatements {
public:
  // `range` is a function's definition.
  FunctionStatements(const SourceText& source, TextRange range);
  FunctionStatements(const FunctionStatements&) = delete;
  FunctionStatements& operator=(const FunctionStatements&) = delete;
  FunctionStatements(FunctionStatements&&) = default;

  // The innermost statement at an offset; nullptr if there is none or the outline is not known.
  const SourceStatement* at(std::size_t offset) const;
  // The innermost block or for statement around an offset: where a variable declared there is visible.
  const SourceStatement* scope(std::size_t offset) const;

private:
  std::deque<SourceStatement> statements_; // in the order of their beginnings, outer ones first
};

// Texts and outlines of a program's files, read when they are first needed. A file that cannot be read is empty.
class ProgramSources {
public:
  explicit ProgramSources(const Program& program) : program_(program) {}
  ProgramSources(const ProgramSources&) = delete;
  ProgramSources& operator=(const ProgramSources&) = delete;

  const SourceText& text(std::uint32_t file);
  const FunctionStatements& statements(const Function& function);
  // The innermost statement of the edge's function at the edge's beginning.
  const SourceStatement* statement(const Edge& edge);

private:
  const Program& program_;
  std::map<std::uint32_t, SourceText> texts_;
  std::map<std::uint32_t, FunctionStatements> statements_; // by function id
};

} // namespace tandem::source
