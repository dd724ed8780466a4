// A bounded program in single-assignment form: blocks of statements over symbols that are assigned once, joined by arcs
// with conditions, without cycles. The verification condition generators start from here.
//
// The language is that of Lourenço, Lamraoui, Nakajima and Pinto (AVoCS 2015): assignments, assume, assert, branches. A
// branch whose one side does nothing but call the error function is an assert; its condition is not assumed afterwards.
#pragma once

#include "program/cfa.h"
#include "smt/terms.h"

#include <cstdint>
#include <vector>

namespace tandem::vcgen {

using smt::Term;
using smt::Terms;

using BlockId = std::uint32_t;

enum class StatementKind : std::uint8_t {
  Assign, // symbol := value; phi nodes are assignments of if-then-else terms at the start of a block
  Assume,
  Assert,
};

struct Statement {
  StatementKind kind = StatementKind::Assign;
  Term symbol;                // Assign
  Term value;                 // Assign: what is assigned; Assume, Assert: the condition
  const Edge* edge = nullptr; // Assert: the call of the error function, or null where the bound was reached
};

struct Arc {
  BlockId from = 0;
  Term condition; // true where control simply goes on
};

struct Block {
  std::vector<Arc> in; // none: the entry
  Term path_condition; // when control comes here, by the branches taken; assumptions do not count
  std::vector<Statement> statements;
};

class SingleAssignment {
public:
  explicit SingleAssignment(Terms& terms) : terms_(terms) { blocks_.push_back({{}, terms.true_(), {}}); }

  // In topological order; the first is the entry.
  const std::vector<Block>& blocks() const { return blocks_; }
  Terms& terms() const { return terms_; }

  // For the unwinding that makes it.
  BlockId add_block(std::vector<Arc> in, Term path_condition);
  void set_current(BlockId block) { current_ = block; }
  void assume(Term condition);
  void check(Term condition, const Edge* edge);
  // The symbol that stands for the value from now on; values that need none are returned as they are.
  Term assign(Term value);

private:
  Terms& terms_;
  std::vector<Block> blocks_;
  BlockId current_ = 0;
};

} // namespace tandem::vcgen
