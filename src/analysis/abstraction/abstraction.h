// Predicate abstraction of a block: the strongest Boolean combination of the given predicates that holds at its end
// (Graf, Saïdi, CAV 1997), computed by cube enumeration (cube_enumeration.h), and the other queries about blocks.
// Answers are cached, and blocks that are queried often keep a solver of their own.
#pragma once

#include "analysis/abstraction/cube_enumeration.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tandem::analysis::abstraction {

struct AbstractionStatistics {
  std::uint64_t computed = 0, cached = 0, queries = 0, coarse = 0;
};

struct AbstractionOptions {
  std::string solver = "sat-minisat";
  std::chrono::milliseconds query_limit{5'000};
};

class Abstraction {
public:
  explicit Abstraction(smt::Terms& terms, AbstractionOptions options = {});

  // The predicate abstraction of `start` (what holds at the block's start) and the block's guard. False if the block's
  // end is unreachable from there.
  smt::Term compute(smt::Term start, smt::Term guard, const std::vector<PredicateImage>& predicates);
  // Discards coarse answers and allows more cubes from now on. False if nothing is coarse or the last limit is reached.
  bool raise_cube_limit();
  // Whether both may hold. A solver that gives up counts as yes.
  bool is_possible(smt::Term start, smt::Term guard);
  // Whether the first implies the disjunction of the others; if so, the disjuncts that are needed (an unsat core).
  std::optional<std::vector<smt::Term>> implies_some(smt::Term a, const std::vector<smt::Term>& others);

  // A solver in which the guard, and between calls of this class nothing else, is asserted. The next call may destroy
  // it.
  smt::Solver& solver(smt::Term guard) { return *session(guard).solver; }
  // One with nothing asserted.
  std::unique_ptr<smt::Solver> new_solver() const;
  const AbstractionStatistics& statistics() const { return statistics_; }

private:
  // One solver for each block that is queried often: it translates the block's formula once.
  struct Session {
    std::unique_ptr<smt::Solver> solver;
    std::unordered_map<smt::Term, smt::Term> names; // of images: an equivalent Boolean variable
    std::uint64_t last_use = 0;
    std::uint64_t size = 0;                 // of the guard
    std::size_t too_many = ~std::size_t{0}; // this many varying predicates gave too many cubes
  };

  struct Answer {
    smt::Term term;
    bool is_coarse = false;
  };

  Session& session(smt::Term guard);
  std::vector<PredicateImage> named(Session& session, const std::vector<PredicateImage>& predicates);
  Answer enumerate_cubes(Session& session, smt::Term start, const std::vector<PredicateImage>& predicates);

  smt::Terms& terms_;
  AbstractionOptions options_;
  std::map<smt::Term, Session> sessions_; // by guard
  std::uint64_t uses_ = 0;
  std::uint64_t in_sessions_ = 0; // the sum of their sizes
  std::map<std::vector<smt::Term>, Answer> known_;
  std::size_t cube_limit_; // of an answer that is not coarse
  std::map<std::pair<smt::Term, smt::Term>, bool> possible_;
  AbstractionStatistics statistics_;
};

} // namespace tandem::analysis::abstraction
