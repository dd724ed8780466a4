#include "vcgen/single_assignment.h"

namespace tandem::vcgen {

BlockId SingleAssignment::add_block(std::vector<Arc> in, Term path_condition) {
  blocks_.push_back({std::move(in), path_condition, {}});
  return static_cast<BlockId>(blocks_.size() - 1);
}

void SingleAssignment::assume(Term condition) {
  blocks_[current_].statements.push_back({StatementKind::Assume, {}, condition, nullptr});
}

void SingleAssignment::check(Term condition, const Edge* edge) {
  blocks_[current_].statements.push_back({StatementKind::Assert, {}, condition, edge});
}

Term SingleAssignment::assign(Term value) {
  if (terms_.is_constant(value) || terms_.is_variable(value)) return value;
  const Term symbol = terms_.fresh("v", terms_.sort(value));
  blocks_[current_].statements.push_back({StatementKind::Assign, symbol, value, nullptr});
  return symbol;
}

} // namespace tandem::vcgen
