// From a formula and one of its models to an implicant: a conjunction of literals that holds in the model and implies
// the formula. Of every disjunction one true disjunct is chosen, of every if-then-else the arm that the model chooses.
// The result has no branches any more; of a block's formula it is one path through the block.
#pragma once

#include "smt/term/terms.h"

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem::analysis::abstraction {

class Implicant {
public:
  // `value` evaluates a term in the model to a constant.
  Implicant(smt::Terms& terms, std::function<smt::Term(smt::Term)> value) : terms_(terms), value_(std::move(value)) {}

  // Extends the literals until they imply the formula, which must hold in the model.
  void add(smt::Term formula) { literals(formula, true); }
  // The term without if-then-else, valid under the literals, which are extended accordingly.
  smt::Term specialize(smt::Term term);

  // Atoms and their negations, each once, in order of discovery.
  const std::vector<smt::Term>& literals() const { return literals_; }

private:
  bool is_true(smt::Term term) { return terms_.is_true(value_(term)); }
  void literals(smt::Term formula, bool truth);
  void junction(smt::Term formula, bool truth, bool all);
  void add_literal(smt::Term atom, bool truth);
  smt::Term special_arguments(smt::Term term);

  smt::Terms& terms_;
  std::function<smt::Term(smt::Term)> value_;
  std::vector<smt::Term> literals_;
  std::unordered_set<smt::Term> seen_literals_;
  std::unordered_set<std::uint64_t> seen_; // term and truth
  std::unordered_map<smt::Term, smt::Term> special_;
};

// The atoms of a formula, without negations.
std::vector<smt::Term> atoms(const smt::Terms& terms, smt::Term formula);

} // namespace tandem::analysis::abstraction
