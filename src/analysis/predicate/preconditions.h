// What tells an impossible path from possible ones, from weakest preconditions.
//
// From the end of the path backwards, the condition under which its rest can be taken is carried along one concrete way
// through each block (models choose it) until nothing that is known before the block agrees with it. The part of the
// condition that the solver's unsat core names (not minimised: minimal cores give worse predicates) cannot hold where
// the block ends. That is known from then on, and the search goes on behind it, until the end of the path is reached:
// then all conflicts together refute the path, each one by those of the point before. Nothing is abstracted on the way.
//
// What preconditions cannot express are conditions on values that come from outside in between. Where these are left
// out, the search may lose an impossible path; where the model's values are put in, it may list value after value.
#pragma once

#include "analysis/abstraction/abstraction.h"
#include "analysis/abstraction/chain.h"

#include <functional>
#include <unordered_map>

namespace tandem::analysis::predicate {

// Literals over current values that cannot all hold before the block with this number.
struct Conflict {
  std::size_t point = 0;
  std::vector<smt::Term> literals;
};

struct Refutation {
  enum class Answer : std::uint8_t {
    Refuted,
    Lost,    // possible, or too much depends on values from outside
    Unknown, // the solver gave up
  };
  Answer answer = Answer::Unknown;
  std::vector<Conflict> conflicts;
};

enum class InputHandling : std::uint8_t { ProjectOut, Instantiate };

class Preconditions {
public:
  Preconditions(smt::Terms& terms, const abstraction::Values& values, abstraction::Abstraction& abstraction,
                std::function<bool()> should_stop)
      : terms_(terms), values_(values), abstraction_(abstraction), should_stop_(std::move(should_stop)) {}

  Refutation refute(const abstraction::Chain& chain, InputHandling inputs);
  std::uint64_t queries() const { return queries_; }

private:
  Refutation search(const abstraction::Chain& chain, InputHandling inputs);
  std::vector<smt::Term> before(const abstraction::ChainLink& link, const std::vector<smt::Term>& needed);
  std::vector<smt::Term> project(std::vector<smt::Term> literals);
  // With what the solver's model says about the values that come from outside.
  std::vector<smt::Term> instantiate(std::vector<smt::Term> literals, smt::Solver& solver);
  std::vector<smt::Term> without_locals(const std::vector<smt::Term>& literals);
  bool has_locals(smt::Term term);

  smt::Terms& terms_;
  const abstraction::Values& values_;
  abstraction::Abstraction& abstraction_;
  std::function<bool()> should_stop_;
  std::unordered_map<smt::Term, bool> has_locals_;
  std::uint64_t queries_ = 0;
};

} // namespace tandem::analysis::predicate
