// A bounded program in single-assignment form: blocks of statements over symbols that are assigned once, joined by arcs
// with conditions, without cycles. The verification condition generators start from here.
//
// The language is that of Lourenço, Lamraoui, Nakajima and Pinto (AVoCS 2015): assignments, assume, assert, branches. A
// branch whose one side does nothing but call the error function is an assert; its condition is not assumed afterwards.
#pragma once

#include "program/model/cfa.h"
#include "smt/term/terms.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tandem::symex {

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
  Term symbol; // Assign
  Term value;  // Assign: what is assigned; Assume, Assert: the condition
  // Assert: the call of the error function, and the call of the function it is in (null in the entry function).
  const Edge* edge = nullptr;
  const Edge* call = nullptr;
  // Assert that the bound suffices (edge is null): the head of the loop, or the entry of the recursive function.
  const Location* unwinding_head = nullptr;
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

// Whether variables whose value is constant stand for it at once, or get their value by an assignment like all others.
// With Fold, loops with a fixed number of rounds are unwound to their end.
enum class ConstantFolding : std::uint8_t { Fold, Keep };

class SingleAssignment {
public:
  explicit SingleAssignment(Terms& terms, ConstantFolding constants = ConstantFolding::Fold)
      : terms_(terms), constants_(constants) {
    blocks_.push_back({{}, terms.true_(), {}});
  }

  // In topological order; the first is the entry.
  const std::vector<Block>& blocks() const { return blocks_; }
  Terms& terms() const { return terms_; }

  // For the unwinding that makes it.
  BlockId add_block(std::vector<Arc> in, Term path_condition);
  // Where the next statements belong, and the call that led there.
  void set_current(BlockId block, const Edge* call = nullptr) {
    current_ = block;
    call_ = call;
  }
  void assume(Term condition);
  void check(Term condition, const Edge* edge);
  // Control comes here only beyond the bound.
  void add_unwinding_assertion(const Location& location);
  // The symbol that stands for the value from now on; values that need none are returned as they are.
  Term assign(Term value, std::string_view name = "v");

private:
  Terms& terms_;
  ConstantFolding constants_;
  std::vector<Block> blocks_;
  BlockId current_ = 0;
  const Edge* call_ = nullptr;
};

} // namespace tandem::symex
