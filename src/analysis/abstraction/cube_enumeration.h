// Cube enumeration: the satisfiable cubes over given predicates in the models of a formula (AllSMT).
//
// Graf, Saïdi (CAV 1997); cubes are enumerated from models with blocking clauses as by Lahiri, Nieuwenhuis, Oliveras
// (CAV 2006). We differ in what comes before: predicates with the same value in all models are identified first, with
// one query for all of them together that is repeated as long as it yields a model in which one of them differs; every
// model counts for all later queries. Where the varying predicates have too many cubes, groups of them without common
// symbols are enumerated separately, and what remains is dropped: coarser, never unsound. The result is a shared
// if-then-else tree over the predicates in their order (a BDD of hash-consed terms), so equal sets of cubes are equal
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

// A predicate and its meaning over the values at the start of the block (its weakest precondition).
struct PredicateImage {
  Term predicate;
  Term image;
};

// A solver level that is popped at the end of the scope.
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
  // The predicates' images are evaluated in the models of `start` and what the solver has asserted. The object owns a
  // level of the solver, which must not be used otherwise meanwhile.
  CubeEnumeration(Terms& terms, smt::Solver& solver, Term start, const std::vector<PredicateImage>& predicates);

  // Nothing if there are more cubes than the limit or the solver gave up. Throws smt::SolverError if a model is
  // unreadable.
  std::optional<Term> exact(std::size_t cube_limit);
  Term coarse();
  std::size_t varying() const { return open_.size(); } // predicates without the same value in all models
  std::uint64_t queries() const { return queries_; }

private:
  using Cube = std::vector<bool>;
  using Indices = std::vector<std::size_t>; // of predicates

  void fix_values();
  void note_model();
  smt::CheckResult check(Term assumption = {});
  Term literal(std::size_t predicate, bool value) const; // of the image
  // All cubes over these, or nothing if there are more than the limit.
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
  std::vector<bool> varies_; // seen with both values, or unknown
  Indices open_;             // the predicates that vary
  std::uint64_t queries_ = 0;
};

} // namespace tandem::analysis::abstraction
