// The outcome of a condition in the source. C evaluates it part by part (&&, ||, !), the control-flow automaton has a
// branch for each part, and a reader of the source needs the outcome of the whole.
//
// A part whose text does not show what its branch decides (macros, casts of logical expressions, __builtin_expect, ?:)
// stays unknown, and with it the outcome where it depends on that part.
#pragma once

#include "program/source/source_statements.h"

#include <optional>
#include <vector>

namespace tandem::source {

class SourceCondition {
public:
  SourceCondition(const SourceText& source, TextRange condition);

  // The branch for the text at this offset was taken; `truth` is that of the branch's own condition.
  void set(std::size_t offset, bool truth);
  void clear();
  // Known as soon as short-circuit evaluation determines it.
  std::optional<bool> truth() const { return evaluate(root_); }

private:
  enum class Kind : std::uint8_t { Leaf, And, Or };
  struct Part {
    Kind kind = Kind::Leaf;
    TextRange range;
    bool negated = false;
    bool is_plain = true;              // of a leaf: its text is what its branch decides
    std::vector<std::size_t> operands; // indices of parts
    std::optional<bool> truth;         // of a leaf
  };

  std::size_t parse(const SourceText& source, TextRange range);
  std::optional<std::size_t> parse_logical(const SourceText& source, TextRange range);
  std::optional<bool> evaluate(std::size_t part) const;

  std::vector<Part> parts_;
  std::size_t root_ = 0;
};

} // namespace tandem::source
