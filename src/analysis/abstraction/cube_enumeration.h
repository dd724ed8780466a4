// One computation of predicate abstraction: which combinations of predicates hold in some model of a formula.
//
// Graf, Saidi (CAV 1997); all combinations are enumerated from models as by Lahiri, Nieuwenhuis, Oliveras (CAV 2006).
// First the predicates that have the same value in all models are told from the others: one question for all of them
// together, again as long as the answer is a model in which one of them differs. Every model that is found counts for
// all later questions. Where there are too many combinations of the others, groups of them without common symbols are
// treated apart, and in the end each predicate alone: coarser, never wrong. The result is an if-then-else tree with
// sharing over the predicates in their order (a BDD made of hash-consed terms), so equal sets of combinations are equal
// terms.
#pragma once

#include "smt/solver/solver.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace tandem::analysis::abstraction {

using smt::Term;
using smt::Terms;

// A predicate and what it means in terms of the values at the start of the block.
struct PredicateImage {
  Term predicate;
  Term image;
};

// Formulas that a solver forgets at the end of the scope.
class SolverLevel {
public:
  explicit SolverLevel(smt::Solver& solver) : solver_(solver) { solver_.push(); }
  ~SolverLevel() { solver_.pop(); }
  SolverLevel(const SolverLevel&) = delete;
  SolverLevel& operator=(const SolverLevel&) = delete;

private:
  smt::Solver& solver_;
};

class CubeEnumeration {
public:
  // Of the predicates' images in the models of what the solver has and `start`; only as long as this lives.
  CubeEnumeration(Terms& terms, smt::Solver& solver, Term start, const std::vector<PredicateImage>& predicates);

  // Nothing: there are more than that, or the solver gave up. Throws smt::SolverError for models that cannot be read.
  std::optional<Term> exact(std::size_t cube_limit);
  Term coarse();
  std::size_t varying() const { return open_.size(); } // predicates that are not the same in all models
  std::uint64_t queries() const { return queries_; }

private:
  using Cube = std::vector<bool>;
  using Indices = std::vector<std::size_t>; // of predicates

  void fix_values();
  void note_model();
  smt::CheckResult check(Term assumption = {});
  Term literal(std::size_t predicate, bool value) const; // of the image
  // All combinations of these, or nothing if there are more than the limit.
  std::optional<std::set<Cube>> enumerate(const Indices& indices, std::size_t limit);
  std::vector<Indices> groups() const;
  Term tree(const Indices& indices, const std::vector<Cube>& cubes, std::size_t depth);

  Terms& terms_;
  smt::Solver& solver_;
  Term start_;
  const std::vector<PredicateImage>& predicates_;
  SolverLevel level_;
  smt::CheckResult first_;
  std::vector<Cube> models_;
  std::vector<bool> varies_; // seen with both values, or nobody knows
  Indices open_;             // the predicates that do
  std::uint64_t queries_ = 0;
};

} // namespace tandem::analysis::abstraction
