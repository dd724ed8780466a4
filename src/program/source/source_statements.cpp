// Recursive descent over the scanned words, on a deep stack since nesting follows the user's program. Anything
// unexpected throws NoOutline, which discards the whole function: a wrong outline would be worse than none.

#include "program/source/source_statements.h"

#include "base/core/input_error.h"
#include "base/core/text_file.h"
#include "base/process/deep_stack.h"
#include "program/source/source_scan.h"

#include <algorithm>

namespace tandem::source {

namespace {

// The text does not parse as an outline, usually because of macros or #if.
struct NoOutline {};

class Outline {
public:
  Outline(std::vector<SourceWord> words, std::deque<SourceStatement>& result)
      : words_(std::move(words)), result_(result) {}

  // The words are a function's definition: its body is the first block.
  void run() {
    int depth = 0;
    for (; at_ < words_.size(); ++at_) {
      depth += word("(") ? 1 : word(")") ? -1 : 0;
      if (depth == 0 && word("{")) return statement(nullptr);
    }
    throw NoOutline();
  }

private:
  bool word(std::string_view text) const { return at_ < words_.size() && words_[at_].is(text); }

  const SourceWord& consume() {
    if (at_ >= words_.size()) throw NoOutline();
    return words_[at_++];
  }
  const SourceWord& consume(std::string_view text) {
    if (!word(text)) throw NoOutline();
    return consume();
  }

  SourceStatement& begin(StatementKind kind, const SourceStatement* parent) {
    if (at_ >= words_.size()) throw NoOutline();
    result_.push_back({.kind = kind, .range = {words_[at_].begin, 0}, .parent = parent});
    return result_.back();
  }
  void finish(SourceStatement& statement) { statement.range.end = words_[at_ - 1].end; }

  void statement(const SourceStatement* parent) {
    skip_labels();
    if (word("{")) return block(parent);
    if (word("if")) return if_statement(parent);
    if (word("while")) return headed(StatementKind::While, parent);
    if (word("for")) return headed(StatementKind::For, parent);
    if (word("switch")) return headed(StatementKind::Switch, parent);
    if (word("do")) return do_statement(parent);
    if (word("else") || word("}")) throw NoOutline();
    SourceStatement& plain = begin(StatementKind::Plain, parent);
    skip_to_semicolon();
    finish(plain);
  }

  void skip_labels() {
    while (at_ + 1 < words_.size()) {
      if (word("case") || word("default"))
        skip_case();
      else if (words_[at_].is_name() && words_[at_ + 1].is(":"))
        at_ += 2;
      else
        return;
    }
  }

  void skip_case() {
    int questions = 0;
    for (;; ++at_) {
      if (at_ >= words_.size()) throw NoOutline();
      if (word("?")) ++questions;
      if (word(":") && questions-- == 0) break;
    }
    ++at_;
  }

  void block(const SourceStatement* parent) {
    SourceStatement& block = begin(StatementKind::Block, parent);
    consume("{");
    while (skip_labels(), !word("}")) statement(&block);
    consume("}");
    finish(block);
  }

  void if_statement(const SourceStatement* parent) {
    SourceStatement& branch = begin(StatementKind::If, parent);
    consume("if");
    branch.condition = parenthesised();
    statement(&branch);
    if (word("else")) {
      consume("else");
      statement(&branch);
    }
    finish(branch);
  }

  void headed(StatementKind kind, const SourceStatement* parent) {
    SourceStatement& made = begin(kind, parent);
    consume();
    made.condition = kind == StatementKind::For ? for_condition() : parenthesised();
    statement(&made);
    finish(made);
  }

  void do_statement(const SourceStatement* parent) {
    SourceStatement& loop = begin(StatementKind::Do, parent);
    consume("do");
    statement(&loop);
    consume("while");
    loop.condition = parenthesised();
    if (word(";")) consume(";");
    finish(loop);
  }

  // Moves past the matching closing parenthesis; returns what lies between the two.
  TextRange parenthesised() {
    consume("(");
    const std::size_t first = at_;
    skip_to_closing();
    return between(first, at_ - 1);
  }

  // for (a; b; c): b
  TextRange for_condition() {
    consume("(");
    std::size_t from = at_;
    TextRange result;
    int depth = 0, part = 0;
    for (;; ++at_) {
      if (at_ >= words_.size()) throw NoOutline();
      if (depth == 0 && (word(";") || word(")"))) {
        if (part++ == 1) result = between(from, at_);
        from = at_ + 1;
        if (word(")")) break;
      }
      depth += nesting();
    }
    ++at_;
    return result;
  }

  int nesting() const {
    if (word("(") || word("[") || word("{")) return 1;
    return word(")") || word("]") || word("}") ? -1 : 0;
  }

  void skip_to_closing() {
    for (int depth = 1; depth > 0; ++at_) {
      if (at_ >= words_.size()) throw NoOutline();
      depth += nesting();
    }
  }

  void skip_to_semicolon() {
    for (int depth = 0;; ++at_) {
      if (at_ >= words_.size()) throw NoOutline();
      if (depth == 0 && word(";")) break;
      depth += nesting();
      if (depth < 0) throw NoOutline();
    }
    ++at_;
  }

  // The text of words [first, last).
  TextRange between(std::size_t first, std::size_t last) const {
    return first >= last ? TextRange{} : TextRange{words_[first].begin, words_[last - 1].end};
  }

  std::vector<SourceWord> words_;
  std::deque<SourceStatement>& result_;
  std::size_t at_ = 0;
};

} // namespace

SourceText::SourceText(std::string text, std::uint32_t file) : text_(std::move(text)), file_(file), lines_{0} {
  for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1))
    lines_.push_back(at + 1);
  find_macros();
}

void SourceText::find_macros() {
  for (std::uint32_t number = 1; number <= lines_.size(); ++number) {
    const std::string_view text = line(number);
    const std::size_t hash = text.find_first_not_of(" \t");
    if (hash == std::string_view::npos || text[hash] != '#') continue;
    const std::vector<SourceWord> words = scan_source(text, hash + 1, text.size());
    if (words.size() > 1 && words[0].is("define")) macros_.emplace_back(words[1].text);
  }
  std::ranges::sort(macros_);
}

std::size_t SourceText::offset(SourcePoint point) const {
  if (point.line == 0 || point.line > lines_.size()) return text_.size();
  return std::min(text_.size(), lines_[point.line - 1] + std::max(point.column, 1u) - 1);
}

SourcePoint SourceText::point(std::size_t offset) const {
  const auto line = static_cast<std::size_t>(std::ranges::upper_bound(lines_, offset) - lines_.begin());
  return {file_, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(offset - lines_[line - 1] + 1)};
}

std::string_view SourceText::line(std::uint32_t number) const {
  if (number == 0 || number > lines_.size()) return {};
  const std::size_t begin = lines_[number - 1], end = std::min(text_.size(), text_.find('\n', begin));
  std::string_view result = std::string_view(text_).substr(begin, end - begin);
  if (result.ends_with('\r')) result.remove_suffix(1);
  return result;
}

FunctionStatements::FunctionStatements(const SourceText& source, TextRange range) {
  try {
    process::run_on_deep_stack([&] { Outline(scan_source(source.text(), range.begin, range.end), statements_).run(); });
  } catch (const NoOutline&) {
    statements_.clear();
  }
}

const SourceStatement* FunctionStatements::at(std::size_t offset) const {
  const auto behind = std::ranges::upper_bound(statements_, offset, {},
                                               [](const SourceStatement& statement) { return statement.range.begin; });
  const SourceStatement* found = behind == statements_.begin() ? nullptr : &*(behind - 1);
  while (found != nullptr && !found->range.contains(offset)) found = found->parent;
  return found;
}

const SourceStatement* FunctionStatements::scope(std::size_t offset) const {
  const SourceStatement* found = at(offset);
  while (found != nullptr && found->kind != StatementKind::Block && found->kind != StatementKind::For)
    found = found->parent;
  return found;
}

const SourceText& ProgramSources::text(std::uint32_t file) {
  const auto found = texts_.find(file);
  if (found != texts_.end()) return found->second;
  std::string text;
  try {
    if (file < program_.files().size()) text = read_text_file(program_.files()[file].path);
  } catch (const InputError&) {
    // The file may have been a pipe, or may have been removed.
  }
  return texts_.emplace(file, SourceText(std::move(text), file)).first->second;
}

const FunctionStatements& ProgramSources::statements(const Function& function) {
  const auto found = statements_.find(function.id());
  if (found != statements_.end()) return found->second;
  const SourceText& source = text(function.range().begin.file);
  const TextRange range{source.offset(function.range().begin), source.offset(function.range().end)};
  return statements_.emplace(function.id(), FunctionStatements(source, range)).first->second;
}

const SourceStatement* ProgramSources::statement(const Edge& edge) {
  const SourcePoint begin = edge.range.begin;
  if (!begin.is_known() || begin.file != edge.function().range().begin.file) return nullptr;
  return statements(edge.function()).at(text(begin.file).offset(begin));
}

} // namespace tandem::source
