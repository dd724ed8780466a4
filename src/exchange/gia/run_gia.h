// An automaton tied to a program: names are edges, texts are expressions. What engines, reducers and tests run.
#pragma once

#include "exchange/gia/gia.h"
#include "exchange/gia/gia_conditions.h"
#include "program/model/program.h"

#include <deque>
#include <functional>
#include <span>
#include <vector>

namespace tandem::exchange {

class RunGia {
public:
  struct BoundTransition {
    const Expr* assumption = nullptr; // nullptr: true
    const Expr* invariant = nullptr;  // of the state reached; nullptr: true
    StateId target = 0;
  };

  // Throws InputError for an edge the program does not have and for texts that are no conditions there. Keeps
  // references to both.
  RunGia(const Program& program, const Gia& gia);

  const Program& program() const { return *program_; }
  const Gia& gia() const { return *gia_; }
  StateId initial() const { return gia_->initial(); } // has no invariant
  Accept accept(StateId state) const { return gia_->states()[state].accept; }

  // The transitions of a state for an edge, read in the scope of the location that the edge leads to (location_after).
  // Where no assumption or invariant of them holds, a run ends. A condition of a transition on * that says nothing
  // there, because a name is unknown, does not hold. The result lives as long as this.
  const std::vector<BoundTransition>& transitions(StateId state, const Edge& edge);

private:
  bool matches(const Gia::Transition& transition, EdgeNameId name) const;
  const std::vector<BoundTransition>& remembered(StateId state, const Edge& edge, EdgeNameId name);
  std::vector<BoundTransition> make_transitions(StateId state, const Edge& edge, EdgeNameId name);
  void grow();

  static constexpr EdgeNameId unnamed = UINT32_MAX;

  // A slot of the index of steps: state and edge (all bits set: free), and a position in lists_.
  struct Slot {
    std::uint64_t key = UINT64_MAX;
    std::uint32_t list = 0;
  };

  const Program* program_;
  const Gia* gia_;
  GiaConditions conditions_;
  std::vector<EdgeNameId> names_; // by Edge::id
  std::vector<Slot> slots_;       // open addressing, at most half full, a power of two
  std::size_t used_slots_ = 0;
  std::deque<std::vector<BoundTransition>> lists_; // the first one is empty
};

// An execution as a test or a replay has it.
struct GiaPath {
  std::vector<const Edge*> edges;
  // Does the expression hold after the given number of edges?
  std::function<bool(std::size_t step, const Expr& condition)> holds;
};

// Which languages the path is in: definition 3.
struct Coverage {
  bool ut = false, rt = false, cand = false;
  bool operator==(const Coverage&) const = default;
};
Coverage covers(RunGia& gia, const GiaPath& path);

} // namespace tandem::exchange
