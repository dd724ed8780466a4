// There is no renaming pass and no placement of phi nodes: the form is recorded while the program is unwound, a symbol
// for each value that symbolic memory stores and a phi node, as an if-then-else, for each value it merges at a join.

#include "symex/single_assignment.h"

namespace tandem::symex {

BlockId SingleAssignment::add_block(std::vector<Arc> in, smt::Term path_condition) {
  blocks_.push_back({std::move(in), path_condition, {}});
  return static_cast<BlockId>(blocks_.size() - 1);
}

void SingleAssignment::assume(smt::Term condition) {
  blocks_[current_].statements.push_back({.kind = StatementKind::Assume, .value = condition});
}

void SingleAssignment::check(smt::Term condition, const Edge* edge) {
  blocks_[current_].statements.push_back(
      {.kind = StatementKind::Assert, .value = condition, .edge = edge, .call = call_});
}

void SingleAssignment::add_unwinding_assertion(const Location& location) {
  blocks_[current_].statements.push_back(
      {.kind = StatementKind::Assert, .value = terms_.false_(), .unwinding_head = &location});
}

smt::Term SingleAssignment::assign(smt::Term value, std::string_view name) {
  if (terms_.is_variable(value) || (constants_ == ConstantFolding::Fold && terms_.is_constant(value))) return value;
  const smt::Term symbol = terms_.fresh(name, terms_.sort(value));
  blocks_[current_].statements.push_back({.kind = StatementKind::Assign, .symbol = symbol, .value = value});
  return symbol;
}

} // namespace tandem::symex
