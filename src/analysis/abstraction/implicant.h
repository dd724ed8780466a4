// From a formula and one of its models to a conjunction of atoms that holds in the model and implies the formula: of
// every disjunction one true part is taken, of every conditional the arm that the model chooses. What is left has no
// branches any more; it is one path through the formula.
#pragma once

#include "smt/term/terms.h"

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tandem::analysis::abstraction {

class Implicant {
public:
  // `value` says what a term is in the model, as a constant.
  Implicant(smt::Terms& terms, std::function<smt::Term(smt::Term)> value) : terms_(terms), value_(std::move(value)) {}

  // The formula, which holds in the model, is to follow from the literals.
  void add(smt::Term formula) { literals(formula, true); }
  // The term as it is in the model's branch; the literals say when.
  smt::Term specialize(smt::Term term);

  // Atoms and their negations, each once, in the order in which they came up.
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

// The atoms a formula is made of, negations stripped.
std::vector<smt::Term> atoms(const smt::Terms& terms, smt::Term formula);

} // namespace tandem::analysis::abstraction
