// Boolean predicate abstraction: the strongest combination of given predicates that holds at the end of a block.
//
// Graf, Saidi (CAV 1997); all combinations are enumerated from models as by Lahiri, Nieuwenhuis, Oliveras (CAV 2006).
// Where there are too many combinations, predicates that are always true or always false are told from the others,
// groups of others without common symbols are treated apart, and in the end each predicate alone: coarser, never wrong.
// The result is an if-then-else tree with sharing over the
// predicates in their order (a BDD made of hash-consed terms), so equal sets of combinations are equal terms.
#pragma once

#include "smt/solver.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tandem::analysis::predicate {

using smt::Term;
using smt::Terms;

// A predicate and what it means in terms of the values at the start of the block.
struct Image {
  Term predicate;
  Term image;
};

struct AbstractionStatistics {
  std::uint64_t computed = 0, cached = 0, queries = 0, coarse = 0;
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

class Abstraction {
public:
  explicit Abstraction(Terms& terms);

  // Strongest combination implied by `start` (what holds at the block's start) and the block's guard. False if the
  // block's end cannot be reached from there.
  Term compute(Term start, Term guard, const std::vector<Image>& predicates);
  // May both hold? Unknown counts as yes.
  bool is_possible(Term start, Term guard);
  // Does the first imply that one of the others holds? Then those that are needed for it.
  std::optional<std::vector<Term>> implies_some(Term a, const std::vector<Term>& others);

  // A solver that has the guard, and between calls of this class nothing else. The next call may end its life.
  smt::Solver& solver(Term guard) { return *session(guard).solver; }
  const AbstractionStatistics& statistics() const { return statistics_; }

private:
  using Cube = std::vector<bool>;
  enum class Value : std::uint8_t { True, False, Either };
  // One solver for each block that is asked about often: it translates the block's formula once.
  struct Session {
    std::unique_ptr<smt::Solver> solver;
    std::unordered_map<Term, Term> names; // of images: a Boolean variable that is equal
    std::uint64_t last_use = 0;
    std::size_t too_many = ~std::size_t{0}; // with so many predicates there were too many combinations
  };

  Session& session(Term guard);
  std::vector<Image> named(Session& session, const std::vector<Image>& predicates);
  Term combine(Session& session, const std::vector<Image>& predicates);
  Term combine_coarsely(const std::vector<Image>& predicates);
  void note_model(const std::vector<Image>& predicates, std::vector<Cube>& models);
  std::vector<Value> fixed_values(const std::vector<Image>& predicates, std::vector<Cube>& models);
  std::optional<Term> enumerate(const std::vector<Image>& predicates, std::size_t limit);
  Term enumerate_groups(const std::vector<Image>& predicates);
  std::vector<std::vector<Image>> groups(const std::vector<Image>& predicates) const;
  Term tree(const std::vector<Image>& predicates, std::vector<Cube> cubes, std::size_t depth);
  smt::CheckResult check(Term assumption = {});

  Terms& terms_;
  std::map<Term, Session> sessions_; // by guard
  smt::Solver* solver_ = nullptr;    // of the session that is used
  std::uint64_t uses_ = 0;
  Term start_; // holds in all checks
  std::map<std::vector<Term>, Term> known_;
  std::map<std::pair<Term, Term>, bool> possible_;
  AbstractionStatistics statistics_;
};

} // namespace tandem::analysis::predicate
