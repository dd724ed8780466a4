// Why a path of blocks is infeasible: a sequence of conflicts, found by weakest preconditions and unsat cores.
//
// From the end of the path backwards, the condition under which its rest is feasible is carried along one concrete path
// through each block (chosen by a model) until it contradicts what is known before the block. The part of the condition
// that the solver's unsat core names (not minimised: minimal cores give worse predicates) cannot hold where the block
// ends. This conflict is known from then on, and the search resumes one block later, until the end of the path itself
// turns out unreachable: then the conflicts refute the path, each following from those one block earlier. Nothing is
// abstracted.
//
// Preconditions cannot express conditions on inputs that are read inside the blocks. If these are projected out, the
// search may lose an infeasible path; if they are instantiated with the model's values, it may enumerate value after
// value.
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
    Lost,    // feasible, or too much depends on inputs
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
  // With the inputs replaced by their values in the solver's model.
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
