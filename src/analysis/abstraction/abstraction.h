// Boolean predicate abstraction: the strongest combination of given predicates that holds at the end of a block
// (predicate_combination.h), and the other questions about blocks. Answers are remembered, and blocks that are asked
// about often have a solver of their own.
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

  // Strongest combination implied by `start` (what holds at the block's start) and the block's guard. False if the
  // block's end cannot be reached from there.
  smt::Term compute(smt::Term start, smt::Term guard, const std::vector<PredicateImage>& predicates);
  // Coarse answers are forgotten, and more combinations are told apart from now on. False if that would be too many.
  bool raise_cube_limit();
  // May both hold? Unknown counts as yes.
  bool is_possible(smt::Term start, smt::Term guard);
  // Does the first imply that one of the others holds? Then those that are needed for it.
  std::optional<std::vector<smt::Term>> implies_some(smt::Term a, const std::vector<smt::Term>& others);

  // A solver that has the guard, and between calls of this class nothing else. The next call may end its life.
  smt::Solver& solver(smt::Term guard) { return *session(guard).solver; }
  // One that has nothing.
  std::unique_ptr<smt::Solver> new_solver() const;
  const AbstractionStatistics& statistics() const { return statistics_; }

private:
  // One solver for each block that is asked about often: it translates the block's formula once.
  struct Session {
    std::unique_ptr<smt::Solver> solver;
    std::unordered_map<smt::Term, smt::Term> names; // of images: a Boolean variable that is equal
    std::uint64_t last_use = 0;
    std::uint64_t size = 0;                 // of the guard
    std::size_t too_many = ~std::size_t{0}; // with so many predicates that vary there were too many combinations
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
  std::size_t cube_limit_; // at most, in an answer that is not coarse
  std::map<std::pair<smt::Term, smt::Term>, bool> possible_;
  AbstractionStatistics statistics_;
};

} // namespace tandem::analysis::abstraction
