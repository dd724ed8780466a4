// A bounded program in single-assignment form (Cytron et al., TOPLAS 1991): an acyclic graph of blocks of statements
// over symbols that are assigned once, connected by arcs with conditions. The verification condition generators start
// from here.
//
// The language is that of Lourenço, Lamraoui, Nakajima and Pinto (AVoCS 2015): assignments, assume, assert, branches. A
// branch of which one side does nothing but call the error function is an assert; its condition is not assumed
// afterwards.
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
  Term condition; // true for unconditional arcs
};

struct Block {
  std::vector<Arc> in; // none: the entry
  Term path_condition; // when control reaches the block, by the branches taken; assumptions are not part of it
  std::vector<Statement> statements;
};

// Whether variables with a constant value are replaced by it (Fold), or assigned a symbol like all others (Keep). With
// Fold, deterministic iterations are recognised, and loops that consist of them are unwound completely.
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

  // For the unwinding that records the form.
  BlockId add_block(std::vector<Arc> in, Term path_condition);
  // The block to which the next statements belong, and the call edge of the activation they are in.
  void set_current(BlockId block, const Edge* call = nullptr) {
    current_ = block;
    call_ = call;
  }
  void assume(Term condition);
  void check(Term condition, const Edge* edge);
  // Control reaches this point only beyond the bound.
  void add_unwinding_assertion(const Location& location);
  // A new symbol for the value; symbols, and constants that are folded, are returned unchanged.
  Term assign(Term value, std::string_view name = "v");

private:
  Terms& terms_;
  ConstantFolding constants_;
  std::vector<Block> blocks_;
  BlockId current_ = 0;
  const Edge* call_ = nullptr;
};

} // namespace tandem::symex
